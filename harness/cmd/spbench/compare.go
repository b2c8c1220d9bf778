package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spbench/spbench/harness/internal/compare"
	"github.com/spbench/spbench/harness/internal/results"
)

// compareCommand compares the builds of learners and of spbench in a run, such as after run -rerun.
type compareCommand struct {
	runFolder `embed:""`
	Format    string `enum:"${formats}" default:"text" help:"One of ${formats}."`
}

func (c *compareCommand) Run(t *terminal, dir string) error {
	r, err := results.ReadTable(dir, t.warn, results.TableOptions{Builds: true})
	if err != nil {
		return err
	}
	comparison, err := compare.New(r.Table)
	if err != nil {
		return err
	}
	g := comparison.Grid("Before: earlier builds in " + dir + ", after: the latest there")
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
