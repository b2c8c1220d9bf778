package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// score reads every decoder off the fit, and the first one off its checkpoints.
func (x *execution) score(ctx context.Context) error {
	if err := x.readOff(ctx); err != nil {
		return err
	}
	return x.curve(ctx)
}

// readOff makes the rows: each decoder, read off the last checkpoint and measured. A
// row fails alone only where the learner lacks its output.
func (x *execution) readOff(ctx context.Context) error {
	x.rec.Test = nil
	for i := range x.test {
		x.rec.Test = append(x.rec.Test, x.test[i].ID)
	}
	var read []string // the decoders that the learner has
	for i := range x.Learner.Decoders {
		out := &x.Learner.Decoders[i]
		row := record.Row{
			Key: x.row(x.rec.Key, out), Score: x.scoredBy(out),
			Decoder: out.Name, Label: out.Label, Args: out.Args, Outcome: record.Outcome{Kind: record.OK},
			Measures: json.RawMessage(compact(x.plan.Suite.Metrics)),
		}
		start := time.Now()
		preds, test, err := x.reader.read(ctx, x.setting(x.rec.Params), x.last().Weights, out)
		took := clock(time.Since(start).Seconds(), math.NaN())
		switch {
		case errors.Is(err, host.ErrUnsupported):
			row.Outcome, took = outcome(err), noClock
		case err != nil:
			return err
		default:
			x.measure(ctx, &row, test, preds)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for i := range preds {
				if preds[i].Unsettled {
					row.Unsettled++
				}
			}
			x.warnConstant(out, test, preds)
			x.keepPredictions(&row, preds)
			if !conditional(out) {
				read = append(read, out.Name)
			}
		}
		x.rec.Rows = append(x.rec.Rows, row)
		x.rec.Times.Rows = append(x.rec.Times.Rows, took)
	}
	x.warnApproximate(x.test, "test", x.last().Weights, read...)
	return nil
}

// conditional reports whether the decoder is the mpm of forests given all else, which is
// exact whatever the solvers of the whole graphs are.
func conditional(out *suite.Decoder) bool { return out.Name == "mpm" && out.Reveal.Forests != "" }

// warnConstant says so where a decoder has one label for all variables of the test set, though these have several: rows that do so look like
// equally good methods.
func (x *execution) warnConstant(out *suite.Decoder, test []sp.Instance, preds []sp.Prediction) {
	first, gold := int32(-1), int32(-1)
	several := false
	for i := range preds {
		for v, k := range preds[i].Labels {
			if test[i].Gold[v] != sp.Unknown { // shown to it
				continue
			}
			if first < 0 {
				first, gold = k, x.parts.gold[i][v]
			}
			if k != first {
				return
			}
			several = several || x.parts.gold[i][v] != gold
		}
	}
	if several {
		x.warnOnce(fmt.Sprintf("%s%s: it predicts label %s for every variable of the test set, which has several", constantDecoder, strings.TrimSuffix(decoderName(out), "{}"), x.Dataset.labelName(first)))
	}
}

// labelName returns what the dataset calls a label, else its number.
func (c *Dataset) labelName(k int32) string {
	if int(k) < len(c.Data.Labels) {
		return strconv.Quote(c.Data.Labels[k])
	}
	return strconv.Itoa(int(k))
}

// ofScoring reports whether a warning of a fit is about its rows.
func ofScoring(warning string) bool {
	return strings.HasPrefix(warning, constantDecoder) || strings.HasPrefix(warning, "approximate oracle: decoder ") && strings.HasSuffix(warning, " test instances") ||
		strings.HasPrefix(warning, approximateDecoder)
}

const (
	approximateDecoder = "approximate decoder "
	constantDecoder    = "one label by decoder "
)

// warnApproximate says for how many of the instances, called so, the shared decoders
// among the decoders that need an oracle have only one that is not exact with these
// weights, and which of them are approximate whatever the oracle.
func (x *execution) warnApproximate(list []sp.Instance, called string, weights []float64, decoders ...string) {
	var names []string
	for _, k := range decode.Kinds() {
		switch {
		case !slices.Contains(decoders, k.Name):
		case k.Oracle:
			names = append(names, k.Name)
		case k.Approximate != "":
			x.warnOnce(approximateDecoder + k.Name + ": " + k.Approximate)
		}
	}
	if len(names) == 0 {
		return
	}
	if len(weights) != x.Dataset.Map.Dim() {
		weights = nil // the learner has scores of its own
	}
	n, algorithm := audit.Approximate(list, x.Dataset.Map, weights)
	text := fmt.Sprintf("approximate oracle: decoder %s by %s for %d of %d %s instances", strings.Join(names, ", "), algorithm, n, len(list), called)
	if n > 0 {
		x.warnOnce(text)
	}
}

// warnOnce adds a warning to the record unless it is there.
func (x *execution) warnOnce(text string) {
	if !slices.Contains(x.rec.Warnings, text) {
		x.rec.Warnings = append(x.rec.Warnings, text)
	}
}

// predictAll returns predictions for all n loaded test instances.
func predictAll(ctx context.Context, l *host.Learner, s wire.Setting, weights []float64, n int, out *suite.Decoder) ([]sp.Prediction, error) {
	indices := make([]int32, n)
	for i := range indices {
		indices[i] = int32(i)
	}
	return l.Predict(ctx, wire.PredictRequest{
		Setting: s, Weights: weights, Indices: indices,
		Decoder: sp.Spec{Name: out.Name, Args: out.Args},
	})
}

// measure fills in all metrics of a row.
func (x *execution) measure(ctx context.Context, row *record.Row, test []sp.Instance, preds []sp.Prediction) {
	row.Metrics = map[string]record.Number{}
	row.Instances = map[string]record.Statistics{}
	for i := range x.Dataset.metrics {
		x.measureOne(ctx, row, &x.Dataset.metrics[i], test, preds)
	}
}

// measureOne fills in one metric of a row, or why it has none.
func (x *execution) measureOne(ctx context.Context, row *record.Row, m *metric.Metric, test []sp.Instance, preds []sp.Prediction) {
	s, v, err := x.statistics(ctx, &x.parts, m, test, preds)
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
		x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("%s: decoder %s is not measured by %s: %v", x.Fit, row.Label, m.Name, err)})
	case (m.Counts != nil || m.Command != nil) && !(m.Needs == metric.Marginals && lacksMarginals(preds)):
		row.Reasons[m.Name] = fmt.Sprintf("the test set has nothing that counts for %s", m.Name)
	default:
		row.Reasons[m.Name] = fmt.Sprintf("decoder %q lacks what %s needs", row.Decoder, m.Name)
	}
}

func lacksMarginals(preds []sp.Prediction) bool {
	return !slices.ContainsFunc(preds, func(p sp.Prediction) bool { return p.Marginal != nil })
}

// statistics measures predictions for the test set, in which labels that were shown
// do not count. The value is NaN where the
// predictions lack what the metric needs, or nothing is left to score. The error is of a command.
func (f *Fit) statistics(ctx context.Context, p *parts, m *metric.Metric, test []sp.Instance, preds []sp.Prediction) (s record.Statistics, value float64, err error) {
	switch {
	case m.Command != nil:
		return f.command(ctx, p, m, test, preds)
	case m.Counts != nil:
		s, value = p.counts(m.Counts, test, preds)
		return s, value, nil
	}
	s = record.Statistics{Num: make([]float64, len(preds)), Den: make([]float64, len(preds))}
	for i := range preds {
		s.Num[i], s.Den[i] = m.Stat(&test[i], p.gold[i], &preds[i])
	}
	return s, m.Value(s.Num, s.Den), nil
}

// counts is statistics of a metric that is a function of counts.
func (p *parts) counts(c *metric.Counts, test []sp.Instance, preds []sp.Prediction) (s record.Statistics, value float64) {
	s = record.Statistics{Width: c.Width, Counts: make([]float64, len(preds)*c.Width)}
	for i := range preds {
		c.Add(s.Of(i), &test[i], p.gold[i], &preds[i])
	}
	return s, c.Value(s.Sum())
}

// curve scores the checkpoints by the suite's loss and the learner's first
// decoder, after the fit. Without a curve in the suite only the last one has weights to score.
func (x *execution) curve(ctx context.Context) error {
	for i := range x.kept {
		c := &x.kept[i]
		point := record.Checkpoint{
			Passes: record.Number(x.passes(c.Counts)), Counts: c.Counts,
			Values: map[string]record.Number{}, Loss: record.Number(math.NaN()),
			Objective: record.Number(math.NaN()),
		}
		for name, v := range c.Values {
			point.Values[name] = record.Number(v)
		}
		if c.Objective != nil && c.Weights != nil {
			f, err := x.primal(&c.Checkpoint)
			if err != nil {
				return err
			}
			point.Objective = record.Number(f)
		}
		if c.Weights != nil {
			v, err := x.checkpointLoss(ctx, i)
			if err != nil {
				return err
			}
			point.Loss = record.Number(v)
		}
		x.rec.Checkpoints = append(x.rec.Checkpoints, point)
		x.rec.Times.Checkpoints = append(x.rec.Times.Checkpoints, clock(c.Seconds, c.CPUSeconds))
	}
	return nil
}

// checkpointLoss returns the suite's loss after checkpoint i. The last one has
// been predicted already.
func (x *execution) checkpointLoss(ctx context.Context, i int) (float64, error) {
	first := &x.rec.Rows[0]
	m := &x.Dataset.metrics[0]
	if i == len(x.kept)-1 || !first.Outcome.Good() {
		return float64(lossOf(first, m.Name)), nil
	}
	preds, test, err := x.reader.read(ctx, x.setting(x.rec.Params), x.kept[i].Weights, &x.Learner.Decoders[0])
	if err != nil {
		return 0, err
	}
	_, v, err := x.statistics(ctx, &x.parts, m, test, preds)
	if err != nil && ctx.Err() == nil { // of a command: the curve lacks a point
		x.run.observe(Event{Kind: Note, Text: fmt.Sprintf("%s: checkpoint %d is not measured by %s: %v", x.Fit, i+1, m.Name, err)})
		return math.NaN(), nil
	}
	return v, err
}
