package main

import (
	"github.com/spbench/spbench/harness/internal/inspect"
	"github.com/spbench/spbench/harness/internal/tryout"
)

// dataCheckCommand prints statistics of a dataset.
type dataCheckCommand struct {
	chosenData
	Learners bool `help:"Also try all installed learners on a few instances, and list those that work."`
}

func (c *dataCheckCommand) Run(t *terminal, o *options) error {
	d, name, args, err := c.load(o)
	if err != nil {
		return err
	}
	t.warn(d.Warnings...)
	if err := inspect.Write(t.out, d); err != nil || !c.Learners {
		return err
	}
	r, err := tryout.New(d, name, args, o.runOptions(t))
	if err != nil {
		return err
	}
	return r.Write(t.ctx, t.out)
}
