package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/results"
)

// errWorse means that the later build is worse, or fails where the earlier one succeeded.
var errWorse = errors.New("worse than before")

// compareCommand compares two builds of learners or of spbench on the same fits.
type compareCommand struct {
	Before    string   `arg:"" optional:"" help:"Earlier run folder; default: the latest run."`
	After     string   `arg:"" optional:"" help:"Later run folder; default: compare the builds within one folder, such as after run -rerun."`
	Threshold []string `placeholder:"X" help:"Allowed loss of a metric, as recorded: 0.01 is one percentage point; NAME=X,… for several metrics; default: 0. Exit code 1: a row is significantly worse; with this flag 2: a row cannot be tested."`
	Metrics   []string `placeholder:"NAME,…" help:"Compare these metrics only; default: all. p is corrected over them, so choose before you look."`
	Format    string   `enum:"${formats}" default:"text" help:"One of ${formats}."`
}

func (c *compareCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Before)
	if err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // two runs are in memory
	before, after, err := results.ReadSides(dir, c.After, t.warn, record.DropCurve)
	if err != nil {
		return err
	}
	comparison, err := compare.New(before, after, c.Metrics, c.Threshold)
	if err != nil {
		return err
	}
	g := comparison.Grid()
	g.Width = t.width
	if err := g.Write(t.out, c.Format); err != nil {
		return err
	}
	if worse := comparison.Regressions(); len(worse) > 0 {
		return fmt.Errorf("%w: %s", errWorse, strings.Join(worse, "; "))
	}
	if open := comparison.Unanswered(); c.Threshold != nil && len(open) > 0 {
		return fmt.Errorf("compare: not all rows can be tested against -threshold: %s",
			strings.Join(open, "; "))
	}
	return nil
}
