package main

import "github.com/spbench/spbench/harness/internal/inspect"

// dataCheckCommand says what a dataset is like.
type dataCheckCommand struct {
	chosenData
	Learners bool `help:"Also try every learner that is here on a few instances: which can do anything with them, with which choices and decoders."`
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
	r, err := newTrial(d, name, args, o.bench(t))
	if err != nil {
		return err
	}
	return r.write(t.ctx, t.out)
}
