package main

import (
	"fmt"

	"github.com/spbench/spbench/internal/inspect"
)

// dataCheckCommand says what a dataset is like.
type dataCheckCommand struct{ chosenData }

func (c *dataCheckCommand) Run(t *terminal, o *options) error {
	d, err := c.load(o)
	if err != nil {
		return err
	}
	for _, w := range d.Warnings {
		fmt.Fprintln(t.err, "warning:", w)
	}
	return inspect.Write(t.out, d)
}
