package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/learnertest"
)

// checkCommand puts a learner to the conformance test.
type checkCommand struct {
	Learner string `arg:"" help:"Learner: a name, a path or a command line."`
}

func (c *checkCommand) Run(t *terminal, o *options) error {
	report, err := learnertest.Examine(t.ctx, c.Learner, learnertest.Options{
		Plugins: o.Plugins,
		Log:     func(line string) { fmt.Fprintln(t.err, line) },
	})
	if err != nil {
		return err
	}
	if t.ctx.Err() != nil {
		return t.ctx.Err()
	}
	if err := report.Print(t.out); err != nil {
		return err
	}
	if report.Failed() {
		return fmt.Errorf("learner %q: %w", c.Learner, errNonconforming)
	}
	return nil
}
