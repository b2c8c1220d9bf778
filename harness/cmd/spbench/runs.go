package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/results"
)

// runsCommand lists the run folders in -results, the latest first.
type runsCommand struct{}

// A runLine is a line of the list.
type runLine struct {
	dir, suite, fits string
	size             int64
	at               time.Time
}

func (runsCommand) Run(t *terminal) error {
	dirs, err := record.Runs(t.Results)
	if err != nil {
		return err
	}
	var lines []runLine
	for _, dir := range dirs {
		line, err := describeRun(dir)
		if err != nil {
			t.note("warning: %s: %v\n", dir, err)
			continue
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		t.note("no runs in %s\n", t.Results)
		return nil
	}
	slices.SortFunc(lines, func(a, b runLine) int {
		return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.dir, b.dir))
	})
	w := columns(t.out)
	fmt.Fprintln(w, "suite\tfits\tsize\tlast written\trun")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", l.suite, l.fits, megabytes(l.size),
			l.at.Local().Format("2006-01-02 15:04"), l.dir)
	}
	return w.Flush()
}

func describeRun(dir string) (l runLine, err error) {
	plan, err := results.ReadPlan(dir)
	if err != nil {
		return l, err
	}
	done, err := results.CountFits(dir)
	if err != nil {
		return l, err
	}
	l = runLine{dir: dir, suite: plan.Suite.Name,
		fits: fmt.Sprintf("%d/%d", done, len(plan.Repeats)*len(plan.Suite.Learners))}
	if l.size, err = rundir.Size(dir); err == nil {
		l.at, err = record.ModTime(dir)
	}
	return l, err
}

// megabytes formats a size.
func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
