package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/internal/host"
)

// checkCommand puts a learner to the conformance test.
type checkCommand struct {
	Learner string `arg:"" help:"Learner: a name, a path or a command line."`
}

func (c *checkCommand) Run(t *terminal, o *options) error {
	source, err := host.Find(c.Learner, host.FindOptions{
		PluginPath: o.Plugins,
		Log:        func(line string) { fmt.Fprintln(t.err, line) },
	})
	if err != nil {
		return err
	}
	report := learnertest.Examine(t.ctx, source, learnertest.Options{})
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
