package main

import (
	"encoding/json"
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
		measures := measuresOf(plan)
		v, err := record.Verify(dir, func(r *record.Row) []string { return unlike(r, measures) }, func(where, what string) {
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

// measuresOf returns the metrics of a row, by their labels: those that it says it was measured by, or, where an older build wrote it, those of the plan.
func measuresOf(plan *bench.Written) func(*record.Row) (map[string]metric.Metric, error) {
	known := map[string]map[string]metric.Metric{} // by their list
	return func(r *record.Row) (metrics map[string]metric.Metric, err error) {
		if metrics = known[string(r.Measures)]; metrics != nil {
			return metrics, nil
		}
		specs := plan.Suite.Metrics
		if r.Measures != nil {
			specs = nil
			if err := json.Unmarshal(r.Measures, &specs); err != nil {
				return nil, fmt.Errorf("what it was measured by cannot be read: %w", err)
			}
		}
		metrics = map[string]metric.Metric{}
		for _, spec := range specs {
			if metrics[spec.Label], err = metric.New(spec.Name, spec.Args, nil); err != nil {
				return nil, err
			}
		}
		known[string(r.Measures)] = metrics
		return metrics, nil
	}
}

// unlike returns which metrics of a row do not follow from its statistics. Where there is nothing to measure by a metric its value is NaN, without statistics.
func unlike(r *record.Row, measures func(*record.Row) (map[string]metric.Metric, error)) (all []string) {
	metrics, err := measures(r)
	if err != nil {
		return []string{err.Error()}
	}
	for name := range metrics {
		if _, ok := r.Metrics[name]; !ok && r.Outcome.Good() {
			all = append(all, name+" is not recorded")
		}
	}
	for name, v := range r.Metrics {
		m, known := metrics[name]
		s, has := r.Instances[name]
		was, is := float64(v), 0.0
		switch {
		case !known:
			all = append(all, name+" is recorded, by which the row was not measured")
			continue
		case !has && !math.IsNaN(was):
			all = append(all, fmt.Sprintf("%s is recorded as %v, without statistics that it would follow from", name, was))
			continue
		case !has:
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
