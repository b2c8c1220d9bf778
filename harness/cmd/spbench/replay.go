package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// replayCommand repeats a fit and compares the outcomes.
type replayCommand struct {
	rowOfRun `embed:""`
	consent  `embed:""`
}

func (c *replayCommand) Run(t *terminal, dir string) (err error) {
	planned, chosen, err := openRow(t, dir, c.Row)
	if err == nil {
		err = results.ReadRow(dir, chosen.fit)
	}
	if err != nil {
		return err
	}
	lines := append(metricLines(planned.Suite), learnerLine(chosen.fit.Learner)...)
	if err := c.ask(t, dir, lines); err != nil {
		return err
	}
	past, err := plan.Reopen(planned, chosen.fit.Dataset, t.past(dir))
	if err != nil {
		return err
	}
	defer t.orderly()()
	temp, err := confine.NewTemp()
	if err != nil {
		return err
	}
	defer temp.Remove()
	scratch, err := record.Create(temp.Dir, "replay", []byte("{}"))
	if err != nil {
		return err
	}
	again, err := run.Replay(t.ctx, past, chosen.fit, scratch)
	if err := errors.Join(err, scratch.Close()); err != nil {
		return err
	}
	return printComparison(t, chosen.fit, again, planned)
}

// printComparison prints whether two outcomes of a fit are the same.
func printComparison(t *terminal, was, is *record.Fit, planned *plan.File) error {
	name := fitName(was)
	lines := record.Differences(*was, *is)
	if len(lines) == 0 {
		t.printf("%s: bit-identical: outcome %s, weights %.8s, %d oracle calls, %d rows\n",
			name, is.Outcome.Kind, cmp.Or(is.WeightsFile, "none"), is.Counts.Calls(), len(is.Rows))
		return nil
	}
	for _, line := range lines {
		fmt.Fprintln(t.out, line)
	}
	if s := planned.Suite; s.Budget.Seconds > 0 || s.Limits.Seconds > 0 {
		fmt.Fprintln(t.out,
			"The suite limits the seconds of a fit. Fits ended by time are not reproducible.")
	}
	return fmt.Errorf("%s: %w", name, errDiffers)
}
