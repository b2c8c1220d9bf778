package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/results"
)

// compareCommand compares two builds of learners or of spbench on the same fits.
type compareCommand struct {
	Before    string   `arg:"" optional:"" help:"Earlier run folder; default: the latest run."`
	After     string   `arg:"" optional:"" help:"Later run folder; default: compare the builds within one folder, such as after run -rerun."`
	Threshold *float64 `placeholder:"X" help:"Allowed loss of each dataset's first metric, as recorded: 0.01 is one percentage point; default: 0. Exit code 1: a row is significantly worse in it; with this flag 2: a row cannot be tested."`
	Format    string   `enum:"${formats}" default:"text" help:"One of ${formats}."`
}

func (c *compareCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Before)
	if err != nil {
		return err
	}
	threshold := 0.0
	if c.Threshold != nil {
		threshold = *c.Threshold
	}
	if !(threshold >= 0) {
		return fmt.Errorf("-threshold is %v, must be at least 0", threshold)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // two runs are in memory
	var left []string
	warn := func(texts ...string) {
		for _, text := range texts {
			if t.warn(text); strings.Contains(text, compare.Rescored) {
				left = append(left, text)
			}
		}
	}
	r, err := results.ReadTable(cmp.Or(c.After, dir), warn, results.TableOptions{With: dir})
	if err != nil {
		return err
	}
	comparison, err := compare.New(r.Table, threshold)
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
	worse, untested := comparison.Regressions()
	if len(worse) > 0 {
		return fmt.Errorf("%w: %s", errWorse, strings.Join(worse, "; "))
	}
	if untested = append(untested, left...); c.Threshold != nil && len(untested) > 0 {
		return fmt.Errorf("compare: not all rows can be tested against -threshold: %s",
			strings.Join(untested, "; "))
	}
	return nil
}
