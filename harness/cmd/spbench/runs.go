package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/record/rundir"
	"github.com/spbench/spbench/harness/internal/results"
)

// runsCommand lists the run folders in -results, and deletes their unused files.
type runsCommand struct {
	List runsListCommand    `cmd:"" default:"1" help:"List runs, the latest first: suite, fits done, size, last write."`
	Gc   runsGarbageCommand `cmd:"" help:"Delete unused files: weights, predictions and others without a record."`
}

// runsListCommand lists runs.
type runsListCommand struct{}

// A runLine is a line of the list.
type runLine struct {
	dir, suite, fits string
	size             int64
	at               time.Time
}

func (runsListCommand) Run(t *terminal, o *options) error {
	dirs, err := record.Runs(o.Results)
	if err != nil {
		return err
	}
	var lines []runLine
	for _, dir := range dirs {
		line, err := describeRun(dir)
		if err != nil {
			fmt.Fprintf(t.err, "warning: %s: %v\n", dir, err)
			continue
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		fmt.Fprintf(t.err, "no runs in %s\n", o.Results)
		return nil
	}
	slices.SortFunc(lines, func(a, b runLine) int {
		return cmp.Or(b.at.Compare(a.at),
			cmp.Compare(a.dir, b.dir))
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

// runsGarbageCommand deletes files that no record names.
type runsGarbageCommand struct {
	Yes bool `help:"Delete them; without this flag, only list them."`
}

func (c *runsGarbageCommand) Run(t *terminal, o *options) error {
	dirs, err := record.Runs(o.Results)
	if err != nil {
		return err
	}
	var files int
	var all int64
	for _, dir := range dirs {
		garbage, bytes, err := record.Garbage(dir, c.Yes)
		if errors.Is(err, record.ErrInUse) {
			fmt.Fprintf(t.out, "%s: skipped: in use\n", dir)
			continue
		}
		if err != nil {
			fmt.Fprintf(t.err, "warning: skipped: %v\n", err)
			continue
		}
		if len(garbage) > 0 {
			fmt.Fprintf(t.out, "%s: %d unused files, %s\n", dir, len(garbage), megabytes(bytes))
		}
		if err := listStates(t, dir, garbage); err != nil {
			fmt.Fprintf(t.err, "warning: %v\n", err)
		}
		if done, err := results.CountFits(dir); err == nil && done == 0 {
			fmt.Fprintf(t.out, "%s: no fits\nhint: delete the folder\n", dir)
		}
		files, all = files+len(garbage), all+bytes
	}
	switch {
	case files == 0:
		fmt.Fprintln(t.out, "nothing to delete")
	case c.Yes:
		fmt.Fprintf(t.out, "deleted %d files, %s\n", files, megabytes(all))
	default:
		fmt.Fprintf(t.out, "nothing was deleted\nhint: -yes deletes %d files, %s\n", files,
			megabytes(all))
	}
	return nil
}

// listStates prints the saved states of interrupted fits that are not garbage.
func listStates(t *terminal, dir string, garbage []string) error {
	files, bytes, err := resume.States(dir)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(name string) bool {
		return slices.Contains(garbage,
			name)
	})
	if len(files) > 0 {
		fmt.Fprintf(t.out,
			"%s: kept %d states of interrupted fits, at most %s: the next run resumes or deletes "+
				"them\n",
			dir, len(files), megabytes(bytes))
	}
	return nil
}
