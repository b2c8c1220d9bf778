package main

import (
	"errors"
	"fmt"
	"strings"
)

// errReversed says that our numbers contradict published ones, which the report names.
var errReversed = errors.New("contradict what was published")

// claimsCommand says what a run says of the paper's claims and numbers.
type claimsCommand struct {
	Run_ string `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
}

func (c *claimsCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Run_)
	if err != nil {
		return err
	}
	table, err := readTable(t, dir, 0)
	if err != nil {
		return err
	}
	if table.Source == "" {
		return fmt.Errorf("claims: there is no published.yaml beside the run in %s", dir)
	}
	if err := table.WriteClaims(t.out); err != nil {
		return fmt.Errorf("claims: %w", err)
	}
	if failed := table.Failed(); len(failed) > 0 {
		return fmt.Errorf("our numbers %w: %s", errReversed, strings.Join(failed, "; "))
	}
	return nil
}
