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

// runsCommand is about the run folders in -results.
type runsCommand struct {
	List runsListCommand    `cmd:"" default:"1" help:"List runs, the latest first: suite, fits done, size, when they were last written."`
	Rm   runsRemoveCommand  `cmd:"" help:"Delete run folders."`
	Gc   runsGarbageCommand `cmd:"" help:"Delete weights, predictions and the like that no record names."`
}

// runsListCommand lists runs.
type runsListCommand struct{}

// A runLine is what the list says of a run.
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
		fmt.Fprintf(t.err, "there is no run in %s yet\n", o.Results)
		return nil
	}
	slices.SortFunc(lines, func(a, b runLine) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.dir, b.dir)) })
	w := columns(t.out)
	fmt.Fprintln(w, "suite\tfits\tsize\tlast written\trun")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", l.suite, l.fits, megabytes(l.size), l.at.Local().Format("2006-01-02 15:04"), l.dir)
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
	l = runLine{dir: dir, suite: plan.Suite.Name, fits: fmt.Sprintf("%d/%d", done, len(plan.Repeats)*len(plan.Suite.Learners))}
	if l.size, err = rundir.Size(dir); err == nil {
		l.at, err = record.ModTime(dir)
	}
	return l, err
}

// megabytes writes a size on disk.
func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

// runsRemoveCommand deletes runs.
type runsRemoveCommand struct {
	Runs []string `arg:"" name:"run" help:"Run folders."`
	Yes  bool     `help:"Delete them; without it, only say what would be deleted."`
}

func (c *runsRemoveCommand) Run(t *terminal, _ *options) error {
	for _, dir := range c.Runs { // all are looked at before the first is deleted
		if _, err := record.Plan(dir); err != nil { // it is no run folder
			return err
		}
		l, err := describeRun(dir)
		if err != nil {
			fmt.Fprintf(t.out, "%s: cannot be read: %v\n", dir, err)
			continue
		}
		fmt.Fprintf(t.out, "%s: suite %s, %s fits, %s, last written %s\n", dir, l.suite, l.fits, megabytes(l.size), l.at.Local().Format("2006-01-02 15:04"))
	}
	if !c.Yes {
		fmt.Fprintln(t.out, "nothing is deleted: -yes deletes them")
		return nil
	}
	for _, dir := range c.Runs {
		left, err := record.Remove(dir)
		if err != nil {
			return err
		}
		for _, name := range left {
			fmt.Fprintf(t.out, "%s is not of the run and stays\n", name)
		}
	}
	fmt.Fprintf(t.out, "%d runs are deleted\n", len(c.Runs))
	return nil
}

// runsGarbageCommand deletes what no record names.
type runsGarbageCommand struct {
	Yes bool `help:"Delete it; without it, only say what would be deleted."`
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
			fmt.Fprintf(t.out, "%s is in use and left alone\n", dir)
			continue
		}
		if err != nil {
			fmt.Fprintf(t.err, "warning: left alone: %v\n", err)
			continue
		}
		if len(garbage) > 0 {
			fmt.Fprintf(t.out, "%s: %d files that no record names, %s\n", dir, len(garbage), megabytes(bytes))
		}
		if err := listStates(t, dir, garbage); err != nil {
			fmt.Fprintf(t.err, "warning: %v\n", err)
		}
		if done, err := results.CountFits(dir); err == nil && done == 0 {
			fmt.Fprintf(t.out, "%s has no fit: spbench runs rm deletes it\n", dir)
		}
		files, all = files+len(garbage), all+bytes
	}
	switch {
	case files == 0:
		fmt.Fprintln(t.out, "there is nothing to delete")
	case c.Yes:
		fmt.Fprintf(t.out, "%d files are deleted, %s\n", files, megabytes(all))
	default:
		fmt.Fprintf(t.out, "nothing is deleted: -yes deletes %d files, %s\n", files, megabytes(all))
	}
	return nil
}

// listStates names the states of a run folder that are not garbage.
func listStates(t *terminal, dir string, garbage []string) error {
	files, bytes, err := resume.States(dir)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(name string) bool { return slices.Contains(garbage, name) })
	if len(files) > 0 {
		fmt.Fprintf(t.out, "%s: %d states of interrupted fits stay, at most %s: the next run of the suite goes on with those of its builds, and deletes the others\n",
			dir, len(files), megabytes(bytes))
	}
	return nil
}
