package score

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/sp"
)

// measure computes all metrics of a row.
func (in *Input) measure(
	ctx context.Context, row *record.Row, test []sp.Instance, preds []sp.Prediction,
) {
	row.Metrics = map[string]record.Number{}
	row.Instances = map[string]record.Statistics{}
	for i := range in.Fit.Dataset.Metrics {
		in.measureOne(ctx, row, &in.Fit.Dataset.Metrics[i], test, preds)
	}
}

// measureOne computes one metric of a row, or the reason why it has no value.
func (in *Input) measureOne(
	ctx context.Context, row *record.Row, m *metric.Metric, test []sp.Instance, preds []sp.Prediction,
) {
	var s record.Statistics
	var err error
	v := math.NaN()
	k, _ := decode.Lookup(row.Decoder)
	if !k.Sparse || !m.Log {
		s, v, err = Statistics(ctx, in.Fit, in.Instances, m, test, preds)
	}
	row.Metrics[m.Name] = record.Number(v)
	if err == nil && !math.IsNaN(v) {
		row.Instances[m.Name] = s
		return
	}
	if row.Reasons == nil {
		row.Reasons = map[string]string{}
	}
	switch {
	case err != nil:
		row.Reasons[m.Name] = err.Error()
		in.Note(
			fmt.Sprintf("%s: decoder %s is not measured by %s: %v", in.Fit, row.Label, m.Name, err),
		)
	case k.Sparse && m.Log:
		row.Reasons[m.Name] = fmt.Sprintf("%s is infinite where decoder %q gives a true label "+
			"probability 0", m.Name, row.Decoder)
	case (m.Counts != nil || m.Command != nil || m.Needs == "") &&
		(m.Needs != metric.Marginals ||
			slices.ContainsFunc(preds, func(p sp.Prediction) bool { return p.Marginal != nil })):
		row.Reasons[m.Name] = fmt.Sprintf("the test set has nothing that counts for %s", m.Name)
	default:
		row.Reasons[m.Name] = fmt.Sprintf("decoder %q lacks what %s needs", row.Decoder, m.Name)
	}
}

// Statistics measures predictions for the test set. Shown labels do not count. value is NaN if the
// predictions lack something that the metric needs, or if there is nothing to score. The error is
// of a command.
func Statistics(
	ctx context.Context, f *plan.Fit, p *plan.Instances, m *metric.Metric, test []sp.Instance,
	preds []sp.Prediction,
) (s record.Statistics, value float64, err error) {
	switch {
	case m.Command != nil:
		return commandStatistics(ctx, f.Dataset.Dir, p, m, test, preds)
	case m.Counts != nil:
		s = record.Statistics{
			Width:  m.Counts.Width,
			Counts: make([]float64, len(preds)*m.Counts.Width),
		}
		for i := range preds {
			m.Counts.Add(s.Of(i), metric.NewCase(&test[i], p.Gold[i], &preds[i]))
		}
		return s, m.Counts.Value(s.Sum()), nil
	}
	s = record.Statistics{Num: make([]float64, len(preds)), Den: make([]float64, len(preds))}
	for i := range preds {
		s.Num[i], s.Den[i] = m.Stat(metric.NewCase(&test[i], p.Gold[i], &preds[i]))
	}
	return s, m.Value(s.Num, s.Den), nil
}

// commandStatistics returns the statistics of a metric computed by a command in dir.
func commandStatistics(
	ctx context.Context, dir string, p *plan.Instances, m *metric.Metric, test []sp.Instance,
	preds []sp.Prediction,
) (s record.Statistics, value float64, err error) {
	if m.Command.Marginals &&
		slices.ContainsFunc(preds, func(p sp.Prediction) bool { return p.Marginal == nil }) {
		return s, math.NaN(), nil
	}
	pairs, err := m.Command.Measure(ctx, dir, test, p.Gold, preds)
	if err != nil {
		return s, math.NaN(), err
	}
	if m.Counts != nil {
		s.Counts = slices.Concat(pairs...)
		if len(pairs) > 0 {
			s.Width = len(pairs[0])
		}
		return s, m.Counts.Value(s.Sum()), nil
	}
	for _, pair := range pairs {
		s.Num, s.Den = append(s.Num, pair[0]), append(s.Den, pair[1])
	}
	return s, m.Value(s.Num, s.Den), nil
}

// CommandFailed reports whether a command failed to measure a row.
func CommandFailed(row *record.Row) bool {
	for name := range row.Reasons {
		if commandFailed(row, name) {
			return true
		}
	}
	return false
}

// commandFailed reports whether the metric of that name is a command that failed on a row.
func commandFailed(row *record.Row, name string) bool {
	return strings.HasPrefix(row.Reasons[name], "command ")
}

// MetricOf returns a metric of a row; NaN if it has none.
func MetricOf(row *record.Row, metric string) record.Number {
	if v, ok := row.Metrics[metric]; ok {
		return v
	}
	return record.Number(math.NaN())
}
