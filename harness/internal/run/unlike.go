package run

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
)

// Unlike returns a function for recomputing the metrics of a row from its statistics. The function
// returns, in words, each metric with a value other than the recorded one; nil if all agree. It may
// be called concurrently. Anyone can write statistics and metrics in agreement: only [Past.Replay]
// proves a fit.
func (w *Written) Unlike() func(*record.Row) []string {
	var known sync.Map // metrics by their labels, by the list of a row
	return func(r *record.Row) []string {
		metrics, ok := known.Load(string(r.Measures))
		if !ok {
			made, err := w.metricsOf(r)
			if err != nil {
				return []string{err.Error()}
			}
			metrics, _ = known.LoadOrStore(string(r.Measures), made)
		}
		return unlike(r, metrics.(map[string]metric.Metric))
	}
}

// metricsOf returns the metrics of a row by their labels: its recorded metrics or, if an older
// build wrote the row, the metrics of the plan.
func (w *Written) metricsOf(r *record.Row) (metrics map[string]metric.Metric, err error) {
	specs := w.Suite.Metrics
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
	return metrics, nil
}

// unlike returns, in words, the metrics of a row not following from its statistics. Without
// statistics a metric is NaN.
func unlike(r *record.Row, metrics map[string]metric.Metric) (all []string) {
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
