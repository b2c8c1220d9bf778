package run

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// remeasure makes the rows of a fit from those that old has, without its learner: metrics that they have are taken over, the others are
// measured on what was predicted, as far as that was kept. done is false where something is missing: another build
// scored it, marginals that were not kept, what failed. The error is of the store or of ctx.
func (x *execution) remeasure(ctx context.Context, old *record.Fit) (done bool, err error) {
	rows := make([]*record.Row, len(x.Learner.Decoders))
	var times []record.Clock
	for i := range rows {
		out := &x.Learner.Decoders[i]
		at := slices.IndexFunc(old.Rows, func(row record.Row) bool { return x.isOf(&row, old.Key, out) })
		if at < 0 || !x.readable(old, &old.Rows[at], out) {
			return false, nil
		}
		rows[i] = &old.Rows[at]
		times = append(times, old.Times.Rows[at])
	}
	raw, err := x.instances()
	if err != nil {
		return false, nil // which scoring it says better
	}
	if x.parts, err = raw.prepared(x.Dataset.Data); err != nil {
		return false, nil
	}
	var made []record.Row
	for i := range rows {
		row, err := x.remeasured(ctx, old, rows[i], &x.Learner.Decoders[i])
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		if err != nil {
			return false, nil
		}
		made = append(made, row)
	}
	x.rec.Rows, x.rec.Times.Rows = made, times
	x.rec.Warnings = warningsOf(&x.rec, x.Learner.Decoders)
	x.run.endCurve(&x.rec)
	return true, nil
}

// readable reports whether what is kept of a row is enough for all metrics: it was scored by this build, has its files, and the predictions
// that those metrics need which it has not been measured by.
func (x *execution) readable(old *record.Fit, row *record.Row, out *suite.Decoder) bool {
	switch {
	case !x.predictedNow(old, row, out) || !x.run.whole(row):
		return false
	case row.Outcome.Kind == record.Skipped:
		return true
	case row.Outcome.Failed() || row.PredictionsFile == "":
		return false
	}
	has := listed(x.measures(row))
	for i := range x.plan.Suite.Metrics {
		if measuredNow(row, has, &x.plan.Suite.Metrics[i]) && !(x.run.Retry && failedBy(row, x.plan.Suite.Metrics[i].Label)) {
			continue
		}
		if needs := x.Dataset.metrics[i].Needs; needs == metric.Atoms || needs == metric.Marginals && row.Requested != andMarginals {
			return false
		}
	}
	return true
}

// remeasured returns a row with the metrics of the plan, measured by those that was has not been.
func (x *execution) remeasured(ctx context.Context, old *record.Fit, was *record.Row, out *suite.Decoder) (record.Row, error) {
	row := *was
	row.Score = x.scoredBy(out)
	row.Key, row.Label, row.Measures = x.row(old.Key, out), out.Label, json.RawMessage(compact(x.plan.Suite.Metrics))
	if was.Outcome.Kind == record.Skipped {
		return row, nil
	}
	known := []record.Fit{{Rows: []record.Row{*was}}}
	if err := record.ReadStatistics(x.run.store.Dir(), known); err != nil {
		return row, err
	}
	row.Metrics, row.Instances, row.Reasons, row.StatisticsFile = map[string]record.Number{}, map[string]record.Statistics{}, nil, ""
	has := listed(x.measures(was))
	var test []sp.Instance
	var preds []sp.Prediction
	for i := range x.Dataset.metrics {
		m := &x.Dataset.metrics[i]
		if measuredNow(was, has, &x.plan.Suite.Metrics[i]) && !(x.run.Retry && failedBy(was, m.Name)) {
			takeMetric(&row, &known[0].Rows[0], m.Name)
			continue
		}
		if preds == nil {
			var err error
			if preds, test, err = x.predicted(was, out); err != nil {
				return row, err
			}
		}
		x.measureOne(ctx, &row, m, test, preds)
	}
	return row, nil
}

// takeMetric copies what a row has of a metric.
func takeMetric(to, from *record.Row, name string) {
	if v, ok := from.Metrics[name]; ok {
		to.Metrics[name] = v
	}
	if s, ok := from.Instances[name]; ok {
		to.Instances[name] = s
	}
	if reason, ok := from.Reasons[name]; ok {
		if to.Reasons == nil {
			to.Reasons = map[string]string{}
		}
		to.Reasons[name] = reason
	}
}

// predicted returns what was kept of the predictions of a row, and the test set as it is to be scored.
func (x *execution) predicted(row *record.Row, out *suite.Decoder) (preds []sp.Prediction, test []sp.Instance, err error) {
	kept, err := record.ReadPredictions(x.run.store.Dir(), row)
	if err != nil {
		return nil, nil, err
	}
	rounds := [][]sp.Instance{nil}
	if out.Reveal.Share > 0 {
		if rounds, err = x.rounds(out.Reveal, x.Seed.Split); err != nil {
			return nil, nil, err
		}
	}
	test = scored(rounds, out.Reveal, &x.parts)
	if len(kept.Labels) != len(test) {
		return nil, nil, fmt.Errorf("bench: %s: predictions of %d instances are kept, the test set has %d", x.Fit, len(kept.Labels), len(test))
	}
	for i := range test {
		p := sp.Prediction{Labels: kept.Labels[i]}
		if kept.Marginals != nil {
			p.Marginal = kept.Marginals[i]
		}
		if len(p.Labels) != test[i].N() {
			return nil, nil, fmt.Errorf("bench: %s: %d labels are kept of instance %q, which has %d variables", x.Fit, len(p.Labels), test[i].ID, test[i].N())
		}
		preds = append(preds, p)
	}
	return preds, test, nil
}
