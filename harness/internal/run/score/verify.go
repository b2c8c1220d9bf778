package score

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Verifier returns a function for recomputing the metrics of a row from its statistics. planned are
// the metrics of a row by an older version of spbench. The function returns, in words, each metric
// with a value other than the recorded one; nil if all agree. It may be called concurrently. Anyone
// can write statistics and metrics in agreement: only a replay proves a fit.
func Verifier(planned []suite.Metric) func(*record.Row) []string {
	var known sync.Map // metrics by their labels, by the list of a row
	return func(r *record.Row) []string {
		metrics, ok := known.Load(string(r.Measures))
		if !ok {
			made, err := metricsOf(r, planned)
			if err != nil {
				return []string{err.Error()}
			}
			metrics, _ = known.LoadOrStore(string(r.Measures), made)
		}
		return wrongMetrics(r, metrics.(map[string]metric.Metric))
	}
}

// metricsOf returns the metrics of a row by their labels: its recorded metrics or, if it has none,
// the planned ones.
func metricsOf(
	r *record.Row, planned []suite.Metric,
) (metrics map[string]metric.Metric, err error) {
	specs := planned
	if r.Measures != nil {
		specs = nil
		if err := json.Unmarshal(r.Measures, &specs); err != nil {
			return nil, fmt.Errorf("the recorded metrics cannot be read: %w", err)
		}
	}
	metrics = map[string]metric.Metric{}
	for _, spec := range specs {
		if metrics[spec.Label], err = metric.New(spec.Name, spec.Args, nil); err != nil {
			return nil, err
		}
	}
	return metrics, nil
}

// wrongMetrics returns, in words, the metrics of a row that do not follow from its statistics.
// Without statistics a metric is NaN. Those that shipped results shortened or left out say nothing.
func wrongMetrics(r *record.Row, metrics map[string]metric.Metric) (all []string) {
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
			all = append(all, name+" is recorded, but is not among the metrics of the row")
			continue
		case r.Unshipped != "":
			continue
		case !has && !math.IsNaN(was):
			all = append(all, fmt.Sprintf("%s is recorded as %v, without statistics", name, was))
			continue
		case !has:
			continue
		case m.Counts != nil:
			is = m.Counts.Value(s.Sum())
		default:
			is = m.Value(s.Num, s.Den)
		}
		if !(math.Abs(is-was) <= 1e-12*(1+math.Abs(is))) && !(math.IsNaN(is) && math.IsNaN(was)) {
			all = append(
				all, fmt.Sprintf("%s is recorded as %v, from its statistics it is %v", name, was, is),
			)
		}
	}
	slices.Sort(all)
	return all
}
