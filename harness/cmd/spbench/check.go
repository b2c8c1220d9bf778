package main

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/examine"
	"github.com/spbench/spbench/harness/sp"
)

// checkCommand runs the conformance test of a learner.
type checkCommand struct {
	Learner string   `arg:"" help:"Learner: a name, a path or a command line."`
	Oracle  string   `help:"Train with this oracle, such as lbp; default: exact."`
	Sandbox string   `help:"Sandbox: bubblewrap, landlock or none; default: the strongest one that works."`
	Path    []string `type:"path" placeholder:"PATH" help:"Files and folders the learner may read besides its own."`
}

func (c *checkCommand) Run(t *terminal) error {
	defer t.orderly()()
	report, err := examine.Learner(t.ctx, c.Learner, examine.Options{
		Plugins: t.Plugins, Oracle: sp.Spec{Name: c.Oracle}, Sandbox: c.Sandbox, Paths: c.Path,
		Log: func(line string) { fmt.Fprintln(t.err, line) },
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
