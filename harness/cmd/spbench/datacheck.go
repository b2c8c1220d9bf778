package main

import "github.com/spbench/spbench/harness/internal/inspect"

// dataCheckCommand prints statistics of a dataset.
type dataCheckCommand struct{ chosenData }

func (c *dataCheckCommand) Run(t *terminal, o *options) error {
	d, err := c.load(t, o)
	if err != nil {
		return err
	}
	return inspect.Write(t.out, d)
}
