package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/internal/bench"
	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/study"
	"github.com/spbench/spbench/internal/suite"
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
	before, after, err := readBuilds(dir, c.After, func(dir string) (*bench.Written, []record.Fit, error) {
		return readScores(t, dir, record.ReadLists, record.CutCurve)
	})
	if err != nil {
		return err
	}
	comparison, err := compareBuilds(before, after, c.Metrics, c.Threshold)
	if err != nil {
		return err
	}
	if err := study.Builds(comparison).Write(t.out, c.Format); err != nil {
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

func compareBuilds(before, after *buildRun, only, thresholds []string) (*report.Comparison, error) {
	pairs, onlyBefore, onlyAfter := bench.Pair(&before.Side, &after.Side)
	metrics, left, err := commonMetrics(before, after, only)
	if err != nil {
		return nil, err
	}
	if err := setThresholds(metrics, thresholds); err != nil {
		return nil, err
	}
	c, err := report.CompareBuilds(pairedDatasets(before, after, pairs), metrics, 0)
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

// setThresholds gives each metric that of its name, else the one without a name, which cannot be that of metrics in several units.
func setThresholds(metrics []report.Metric, given []string) error {
	named := map[string]bool{}
	rest := 0.0
	for _, text := range given {
		name, number, ok := strings.Cut(text, "=")
		if !ok {
			name, number = "", text
		}
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || !(x >= 0) {
			return fmt.Errorf("-threshold is %q, must be a number of at least 0, or NAME=X of metrics", text)
		}
		at := slices.IndexFunc(metrics, func(m report.Metric) bool { return m.Name == name })
		switch {
		case !ok:
			rest = x
		case at < 0:
			return fmt.Errorf("-threshold is of the metric %q, which is not compared", name)
		default:
			metrics[at].Threshold, named[name] = x, true
		}
	}
	var percent, other []string
	for i := range metrics {
		m := &metrics[i]
		switch {
		case named[m.Name]:
			continue
		case m.Percent:
			percent = append(percent, m.Name)
		default:
			other = append(other, m.Name)
		}
		m.Threshold = rest
	}
	if rest > 0 && len(other) > 0 && len(percent)+len(other) > 1 {
		return fmt.Errorf("-threshold %v would be of metrics in different units, %s: write NAME=X,… or choose with -metrics", rest, strings.Join(append(percent, other...), ", "))
	}
	return nil
}

// commonMetrics returns the metrics that both runs measure by one name, as after has them, or only those named; and the names of the others.
func commonMetrics(before, after *buildRun, only []string) (common []report.Metric, left []string, err error) {
	all, err := metricsOf(after.Plan)
	if err != nil {
		return nil, nil, err
	}
	for i, m := range after.Plan.Suite.Metrics {
		same := func(old suite.Metric) bool { return old.Label == m.Label && sameMetric(&old, &m) }
		switch {
		case only != nil && !slices.Contains(only, m.Label):
		case slices.ContainsFunc(before.Plan.Suite.Metrics, same) && before.Measures(m.Label) && after.Measures(m.Label):
			common = append(common, all[i])
		default:
			left = append(left, m.Label)
		}
	}
	for _, m := range before.Plan.Suite.Metrics {
		known := func(c suite.Metric) bool { return c.Label == m.Label }
		if only == nil && !slices.ContainsFunc(after.Plan.Suite.Metrics, known) {
			left = append(left, m.Label)
		}
	}
	for _, name := range only {
		if !slices.ContainsFunc(common, func(m report.Metric) bool { return m.Name == name }) {
			return nil, nil, fmt.Errorf("compare: the metric %q is not in both runs: %s has %s, %s has %s", name, before.dir, metricNames(before.Plan), after.dir, metricNames(after.Plan))
		}
	}
	if len(common) == 0 {
		return nil, nil, fmt.Errorf("compare: the two runs have no metric in common: one has %s, the other %s", metricNames(before.Plan), metricNames(after.Plan))
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
