package main

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
)

// errDamaged says that a run folder is not as it was written.
var errDamaged = errors.New("not as it was written")

// verifyCommand reads all of some runs.
type verifyCommand struct {
	Runs []string `arg:"" optional:"" name:"run" help:"Run folders; default: the latest one."`
}

func (c *verifyCommand) Run(t *terminal, o *options) error {
	if len(c.Runs) == 0 {
		c.Runs = []string{""}
	}
	damages := 0
	for _, name := range c.Runs {
		dir, err := o.folder(name)
		if err != nil {
			return err
		}
		plan, err := results.ReadPlan(dir)
		if err != nil {
			return err
		}
		v, err := record.Verify(dir, plan.Unlike(), func(where, what string) {
			damages++
			fmt.Fprintf(t.out, "%s: %s\n", where, what)
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(t.out, "%s: read %d lines with %d rows, and %d files that they name\n", dir, v.Lines, v.Rows, v.Files)
		if v.Unsummed > 0 {
			fmt.Fprintf(t.out, "%s: %d lines have no checksum, as those of older builds: what of them was changed and still reads well is not found\n", dir, v.Unsummed)
		}
	}
	if damages > 0 {
		return fmt.Errorf("verify: %w: %d damages: delete the lines and files named, and run the suite again", errDamaged, damages)
	}
	return nil
}
