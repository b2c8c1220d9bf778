package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/study"
)

// errWorse says that a later build is worse than an earlier one, or fails where that does not.
var errWorse = errors.New("worse than before")

// compareCommand compares two builds, of learners or of spbench, on the same fits.
type compareCommand struct {
	Before    string  `arg:"" optional:"" help:"Run folder of before; default: the latest one."`
	After     string  `arg:"" optional:"" help:"Run folder of after; without one, the latest fits of the first folder against those that other builds did there, as after run -rerun."`
	Threshold float64 `placeholder:"X" help:"By how much a metric may be worse, as it is recorded: 0.01 is one point of what tables print in percent. The exit code is 1 where a row is worse by more, beyond chance. Default: 0."`
	Format    string  `enum:"text,markdown,latex,csv,json" default:"text" help:"text, markdown, latex, csv or json."`
}

func (c *compareCommand) Run(t *terminal, o *options) error {
	if !(c.Threshold >= 0) {
		return fmt.Errorf("-threshold is %v, must be at least 0", c.Threshold)
	}
	dir, err := o.folder(c.Before)
	if err != nil {
		return err
	}
	before, after, err := readBuilds(t, dir, c.After)
	if err != nil {
		return err
	}
	comparison, err := compareBuilds(before, after, c.Threshold)
	if err != nil {
		return err
	}
	if err := study.WriteBuilds(t.out, comparison, c.Format); err != nil {
		return err
	}
	if worse := comparison.Regressions(); len(worse) > 0 {
		return fmt.Errorf("%w: %s", errWorse, strings.Join(worse, "; "))
	}
	return nil
}

func compareBuilds(before, after *buildRun, threshold float64) (*report.Comparison, error) {
	pairs, onlyBefore, onlyAfter := bench.Pair(&before.Side, &after.Side)
	paired, err := pairedEntries(before, after, pairs)
	if err != nil {
		return nil, err
	}
	metrics, left, err := commonMetrics(before.Plan, after.Plan)
	if err != nil {
		return nil, err
	}
	c, err := report.CompareBuilds(paired, metrics, 0, threshold)
	if err != nil {
		return nil, err
	}
	c.Before, c.After = before.dir, after.dir
	c.OnlyBefore, c.OnlyAfter = loneRows(onlyBefore), loneRows(onlyAfter)
	if before.dir == after.dir { // what no other build did
		c.Same, c.OnlyAfter = c.Same+len(c.OnlyAfter), nil
	}
	if before.Plan.Suite.Quick || after.Plan.Suite.Quick {
		c.Notes = append([]string{"A quick look, no result."}, c.Notes...)
	}
	for _, side := range []*buildRun{before, after} {
		if n := side.stale(); n > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("%d fits of %s are left out, since another spbench scored them than the rest there: run that suite again, which scores them without fitting them.", n, side.dir))
		}
	}
	if len(left) > 0 {
		c.Notes = append(c.Notes, "Metrics that are not in both runs, and not compared: "+strings.Join(left, ", ")+".")
	}
	return c, nil
}

// pairedEntries returns the pairs with what the records say of them.
func pairedEntries(before, after *buildRun, pairs []bench.Paired) (paired []report.Paired, err error) {
	was, err := before.entries()
	if err != nil {
		return nil, err
	}
	is, err := after.entries()
	if err != nil {
		return nil, err
	}
	for _, p := range pairs {
		paired = append(paired, report.Paired{Before: was[p.Before], After: is[p.After], Differs: p.Differs})
	}
	return paired, nil
}

// commonMetrics returns the metrics that both plans measure by one name, as after has them, and the names of the others.
func commonMetrics(before, after *bench.Written) (common []report.Metric, left []string, err error) {
	all, err := metricsOf(after)
	if err != nil {
		return nil, nil, err
	}
	for i, m := range after.Suite.Metrics {
		same := false
		for _, old := range before.Suite.Metrics {
			same = same || old.Label == m.Label && sameMetric(&old, &m)
		}
		if same {
			common = append(common, all[i])
		} else {
			left = append(left, m.Label)
		}
	}
	for _, m := range before.Suite.Metrics {
		other := func(c report.Metric) bool { return c.Name == m.Label }
		if !slices.ContainsFunc(common, other) && !slices.Contains(left, m.Label) {
			left = append(left, m.Label)
		}
	}
	if len(common) == 0 {
		return nil, nil, fmt.Errorf("compare: the two runs have no metric in common: one has %s, the other %s", metricNames(before), metricNames(after))
	}
	return common, left, nil
}

func metricNames(plan *bench.Written) string {
	var names []string
	for _, m := range plan.Suite.Metrics {
		names = append(names, m.Label)
	}
	return strings.Join(names, ", ")
}

// loneRows counts the fits of each row.
func loneRows(list []bench.Unpaired) (rows []report.Lone) {
	for _, u := range list {
		f := u.Fit
		at := slices.IndexFunc(rows, func(l report.Lone) bool {
			return l.Dataset == f.Dataset && l.Learner == f.Label && l.Output == u.Output && slices.Equal(l.Differs, u.Differs)
		})
		if at < 0 {
			at = len(rows)
			rows = append(rows, report.Lone{Dataset: f.Dataset, Learner: f.Label, Output: u.Output, Differs: u.Differs})
		}
		rows[at].Fits++
	}
	return rows
}
