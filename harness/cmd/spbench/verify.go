package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/metric"
	"github.com/spbench/spbench/internal/record"
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
		text, err := record.Plan(dir)
		if err != nil {
			return err
		}
		plan, err := bench.ReadPlan(text)
		if err != nil {
			return err
		}
		metrics := map[string]metric.Metric{}
		for _, spec := range plan.Suite.Metrics {
			if metrics[spec.Label], err = metric.New(spec.Name, spec.Args, nil); err != nil {
				return err
			}
		}
		v, err := record.Verify(dir, func(r *record.Row) []string { return unlike(r, metrics) }, func(where, what string) {
			damages++
			fmt.Fprintf(t.out, "%s: %s\n", where, what)
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(t.out, "%s: read %d lines with %d rows, and %d files that they name\n", dir, v.Lines, v.Rows, v.Files)
	}
	if damages > 0 {
		return fmt.Errorf("verify: %w: %d damages: delete the lines and files named, and run the suite again", errDamaged, damages)
	}
	return nil
}

// unlike returns which metrics of a row do not follow from its statistics.
func unlike(r *record.Row, metrics map[string]metric.Metric) (all []string) {
	for name, s := range r.Instances {
		m, known := metrics[name]
		was, is := float64(r.Metrics[name]), 0.0
		switch {
		case !known:
			continue
		case m.Counts != nil:
			is = m.Counts.Value(s.Sum())
		default:
			is = m.Value(s.Num, s.Den)
		}
		if !(math.Abs(is-was) <= 1e-12*(1+math.Abs(is))) && !(math.IsNaN(is) && math.IsNaN(was)) {
			all = append(all, fmt.Sprintf("%s is recorded as %v, from its statistics it is %v", name, was, is))
		}
	}
	slices.Sort(all)
	return all
}
