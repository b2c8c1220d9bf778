package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/results"
)

// errReversed means that our numbers contradict published ones.
var errReversed = errors.New("contradict published ones")

// claimsCommand compares a run with the claims and numbers of a paper.
type claimsCommand struct {
	Run_   string `arg:"" optional:"" name:"run" help:"Run folder; default: the latest one."`
	Format string `enum:"${formats}" default:"text" help:"One of ${formats}."`
}

func (c *claimsCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Run_)
	if err != nil {
		return err
	}
	run, err := results.ReadTable(dir, t.warn, results.TableOptions{})
	if err != nil {
		return err
	}
	if run.Table.Source == "" {
		return fmt.Errorf("claims: no published.yaml in %s or in the suite's folder", dir)
	}
	if err := (&sectionFlags{Section: []string{"claims"}}).print(t, run, c.Format); err != nil {
		return err
	}
	if failed := run.Table.Failed(); len(failed) > 0 {
		return fmt.Errorf("our numbers %w: %s", errReversed, strings.Join(failed, "; "))
	}
	return nil
}
