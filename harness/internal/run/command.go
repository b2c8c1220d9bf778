package run

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// command is statistics of a metric that a program measures.
func (f *Fit) command(ctx context.Context, p *parts, m *metric.Metric, test []sp.Instance, preds []sp.Prediction) (s record.Statistics, value float64, err error) {
	if m.Command.Marginals && slices.ContainsFunc(preds, func(p sp.Prediction) bool { return p.Marginal == nil }) {
		return s, math.NaN(), nil
	}
	pairs, err := m.Command.Measure(ctx, f.Dataset.dir, test, p.gold, preds)
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

// unmeasured reports whether a command failed to measure a row.
func unmeasured(row *record.Row) bool {
	for name := range row.Reasons {
		if failedBy(row, name) {
			return true
		}
	}
	return false
}

// failedBy reports whether the metric of that name is a command that failed to measure a row.
func failedBy(row *record.Row, name string) bool {
	return strings.HasPrefix(row.Reasons[name], "command ")
}

// pinCommands returns metrics in which each command is known by the content of its files, or the place of one that is not there.
func pinCommands(metrics []suite.Metric, dir string) ([]suite.Metric, suite.Pos, error) {
	metrics = slices.Clone(metrics)
	for i := range metrics {
		spec := &metrics[i]
		m, err := metric.New(spec.Name, spec.Args, nil)
		if err != nil || m.Command == nil {
			continue // that the arguments are wrong is said where all are held against the catalogue
		}
		files, err := m.Command.Pin(dir)
		if err != nil {
			return nil, spec.Pos, fmt.Errorf("metric %s: %w", spec.Label, err)
		}
		var args map[string]json.RawMessage
		if err = json.Unmarshal(spec.Args, &args); err == nil {
			args["files"] = files
			var text []byte
			if text, err = json.Marshal(args); err == nil {
				spec.Args, err = suite.Canonical(text)
			}
		}
		if err != nil {
			return nil, spec.Pos, fmt.Errorf("metric %s: %w", spec.Label, err)
		}
	}
	return metrics, suite.Pos{}, nil
}
