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

// errWorse says that a later build is worse than an earlier one, or fails where that does not.
var errWorse = errors.New("worse than before")

// compareCommand compares two builds, of learners or of spbench, on the same fits.
type compareCommand struct {
	Before    string   `arg:"" optional:"" help:"Run folder of before; default: the latest one."`
	After     string   `arg:"" optional:"" help:"Run folder of after; without one, the latest fits of the first folder against those that other builds did there, as after run -rerun."`
	Threshold []string `placeholder:"X" help:"By how much a metric may be worse, as it is recorded: 0.01 is one point of what tables print in percent; NAME=X,… where metrics have several units. The exit code is 1 where a row is worse by more, beyond chance; with this flag 2 where a row of before cannot be tested. Default: 0."`
	Metrics   []string `placeholder:"NAME,…" help:"Compare by these metrics alone, such as those that have one unit with the threshold; p is corrected over these, so choose before you look. Default: all."`
	Format    string   `enum:"${formats}" default:"text" help:"One of ${formats}."`
}

func (c *compareCommand) Run(t *terminal, o *options) error {
	dir, err := o.folder(c.Before)
	if err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // two runs are in memory
	before, after, err := results.ReadSides(dir, c.After, t.warn, record.ReadIDs, record.DropCurve)
	if err != nil {
		return err
	}
	comparison, err := compare.New(before, after, c.Metrics, c.Threshold)
	if err != nil {
		return err
	}
	if err := comparison.Grid().Write(t.out, c.Format); err != nil {
		return err
	}
	if worse := comparison.Regressions(); len(worse) > 0 {
		return fmt.Errorf("%w: %s", errWorse, strings.Join(worse, "; "))
	}
	if open := comparison.Unanswered(); c.Threshold != nil && len(open) > 0 {
		return fmt.Errorf("compare: whether it is worse by more than -threshold cannot be said of all: %s", strings.Join(open, "; "))
	}
	return nil
}
