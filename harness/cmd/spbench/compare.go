package main

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/results"
)

// compareCommand compares two builds of learners or of spbench on the same fits.
type compareCommand struct {
	Before string `arg:"" optional:"" help:"Earlier run folder; default: the latest run."`
	After  string `arg:"" optional:"" help:"Later run folder; default: compare the builds within one folder, such as after run -rerun."`
	Format string `enum:"${formats}" default:"text" help:"One of ${formats}."`
}

func (c *compareCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Before)
	if err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // two runs are in memory
	r, err := results.ReadTable(cmp.Or(c.After, dir), t.warn, results.TableOptions{With: dir})
	if err != nil {
		return err
	}
	comparison, err := compare.New(r.Table)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("Before: %s, after: %s", dir, c.After)
	if c.After == "" {
		title = "Before: earlier builds in " + dir + ", after: the latest there"
	}
	g := comparison.Grid(title)
	g.Width = t.width
	if err := g.Write(t.out, c.Format); err != nil {
		return err
	}
	switch worse := comparison.Regressions(); {
	case len(worse) > 0:
		return fmt.Errorf("%w: %s", errWorse, strings.Join(worse, "; "))
	case len(comparison.Differences) == 0:
		return errors.New("compare: no row has fits of two builds, see the notes")
	}
	return nil
}
