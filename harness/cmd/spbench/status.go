package main

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/internal/cluster"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
)

// statusCommand prints the progress of a run.
type statusCommand struct {
	runFolder `embed:""`
	Watch     bool          `help:"Repeat until all fits are done and no task runs."`
	Every     time.Duration `default:"10s" help:"Interval of -watch."`
}

func (c *statusCommand) Run(t *terminal, o *options, dir string) error {
	if c.Every <= 0 {
		return fmt.Errorf("-every is %v, must be positive", c.Every)
	}
	for {
		over, err := describeStatus(t, dir)
		if err != nil || over || !c.Watch {
			return err
		}
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case <-time.After(c.Every):
			fmt.Fprintln(t.out)
		}
	}
}

func describeStatus(t *terminal, dir string) (over bool, err error) {
	p, err := results.ReadProgress(dir)
	if err != nil {
		return false, err
	}
	states, submitted, err := schedulerStates(t, dir)
	lost := err != nil // the scheduler may answer next time
	if lost {
		fmt.Fprintln(t.err, "warning:", err)
	}
	w := columns(t.out)
	fmt.Fprintf(w, "run\t%s\n", dir)
	fmt.Fprintf(w, "fits\t%d of %d done%s\n", p.Done, p.Planned, list(p.Outcomes))
	for _, reason := range slices.Sorted(maps.Keys(p.Reasons)) {
		fmt.Fprintf(w, "failed\t%d: %s\n", p.Reasons[reason], reason)
	}
	words := map[string]int{}
	running, waiting := 0, 0
	for _, s := range states {
		word := s.Word
		if s.Reason != "" && s.Reason != "None" {
			word += " (" + s.Reason + ")"
		}
		words[word]++
		switch {
		case s.Word == "RUNNING":
			running++
		case !s.Over:
			waiting++
		}
	}
	if len(states) > 0 {
		fmt.Fprintf(w, "tasks\t%s\n", strings.TrimPrefix(list(words), ": "))
	}
	if p.Left > 0 && p.Seconds > 0 {
		text := fmt.Sprintf("about %s for one process", round(p.Seconds))
		if running > 0 {
			text += fmt.Sprintf(", %s with %d tasks", round(p.Seconds/float64(running)), running)
		}
		fmt.Fprintf(w, "left\t%d fits, %s\n", p.Left, text)
	}
	if p.Left > 0 && submitted && !lost && running+waiting == 0 {
		fmt.Fprintf(w, "\tno task runs or waits\n\thint: see %s, and submit the suite again, "+
			"with a longer --time if tasks were interrupted\n",
			filepath.Join(dir, cluster.TasksDir, "*.log"))
	}
	over = p.Left == 0 || submitted // without a scheduler only records count
	return over && !lost && running+waiting == 0, w.Flush()
}

// round formats seconds.
func round(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	if d > time.Minute {
		return d.Round(time.Second).String()
	}
	return d.Round(100 * time.Millisecond).String()
}

// list formats counts, the largest first.
func list(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	text := ""
	for i, name := range names {
		text += []string{": ", ", "}[min(i, 1)] + fmt.Sprintf("%d %s", counts[name], name)
	}
	return text
}

// schedulerStates returns the tasks of a run known to the scheduler, which forgets them minutes
// after their end. submitted reports whether the run was ever submitted.
func schedulerStates(t *terminal, dir string) (all []cluster.State, submitted bool, err error) {
	list, err := cluster.ReadJobs(dir)
	for _, j := range list {
		// without the job of the table, which waits for them
		states, err := cluster.States(t.ctx, j.IDs[:1])
		if err != nil {
			return nil, true, err
		}
		all = append(all, states...)
	}
	return all, len(list) > 0, err
}

// cancelCommand cancels the tasks of a run.
type cancelCommand struct {
	Run_ string `arg:"" name:"run" help:"Run folder."`
}

func (c *cancelCommand) Run(t *terminal, _ *options) error {
	if _, err := record.Plan(c.Run_); err != nil {
		return err
	}
	list, err := cluster.ReadJobs(c.Run_)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("%s was never submitted", c.Run_)
	}
	for _, j := range list {
		if err := cluster.Cancel(t.ctx, j.IDs); err != nil {
			return err
		}
	}
	fmt.Fprintf(t.err, "cancelled the tasks of %s\nhint: submit again to resume\n", c.Run_)
	return nil
}
