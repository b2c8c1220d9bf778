package score

import (
	"context"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/metric"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// A Stored is a recorded fit in a run folder.
type Stored struct {
	*record.Fit
	Dir   string                 // run folder
	Whole func(*record.Row) bool // whether the folder has the files of a row, with all that is wanted
	Retry bool                   // run failed commands again
}

// Remeasure makes the rows of old without its learner. It copies metrics that old has and measures
// the others on stored predictions. complete is false if something is missing: rows by other
// sources, marginals that were not stored, or failed rows. The error is of ctx.
//
// Remeasure sets in.Instances.
func (in *Input) Remeasure(
	ctx context.Context, old Stored,
) (scored Rows, complete bool, err error) {
	rows := make([]*record.Row, len(in.Fit.Learner.Decoders))
	for i := range rows {
		d := &in.Fit.Learner.Decoders[i]
		at := slices.IndexFunc(
			old.Rows, func(row record.Row) bool { return in.Fit.IsRow(&row, old.Key, d) },
		)
		if at < 0 || !in.sufficient(old, &old.Rows[at], d) {
			return scored, false, nil
		}
		rows[i] = &old.Rows[at]
		scored.Times = append(scored.Times, old.Times.Rows[at])
	}
	raw, err := in.Fit.Instances()
	if err != nil {
		return scored, false, nil // scoring with the learner reports it
	}
	prepared, err := raw.Prepared(in.Fit.Dataset)
	if err != nil {
		return scored, false, nil
	}
	in.Instances = &prepared
	for i := range rows {
		row, err := in.remeasureRow(ctx, old, rows[i], &in.Fit.Learner.Decoders[i])
		if ctx.Err() != nil {
			return scored, false, context.Cause(ctx)
		}
		if err != nil {
			return scored, false, nil
		}
		scored.Rows = append(scored.Rows, row)
	}
	return scored, true, nil
}

// sufficient reports whether the stored data of a row suffice for all metrics: the present sources
// predict the same, its files exist, and so do the predictions that missing metrics need.
func (in *Input) sufficient(old Stored, row *record.Row, d *suite.Decoder) bool {
	switch {
	case !in.Fit.PredictionsCurrent(old.Fit, row, d) || !old.Whole(row):
		return false
	case row.Outcome.Kind == record.Skipped:
		return true
	case row.Outcome.Failed() || row.PredictionsFile == "":
		return false
	}
	for i, current := range in.current(old, row) {
		if current {
			continue
		}
		if needs := in.Fit.Dataset.Metrics[i].Needs; needs != "" &&
			(needs != metric.Marginals || row.Requested != WithMarginals) {
			return false
		}
	}
	return true
}

// remeasureRow returns a row with the metrics of the plan. It measures those that was lacks.
func (in *Input) remeasureRow(
	ctx context.Context, old Stored, was *record.Row, d *suite.Decoder,
) (record.Row, error) {
	row := *was
	row.Key, row.Score = in.Fit.RowKey(old.Key, d), in.Fit.ScoreSources(d)
	row.Label, row.Measures = d.Label, in.Fit.Measures()
	if was.Outcome.Kind == record.Skipped {
		return row, nil
	}
	known := []record.Fit{{Rows: []record.Row{*was}}}
	if err := record.ReadStatistics(old.Dir, known); err != nil {
		return row, err
	}
	row.Metrics, row.Instances = map[string]record.Number{}, map[string]record.Statistics{}
	row.Reasons, row.StatisticsFile = nil, ""
	var test []sp.Instance
	var preds []sp.Prediction
	for i, current := range in.current(old, was) {
		m := &in.Fit.Dataset.Metrics[i]
		if current {
			copyMetric(&row, &known[0].Rows[0], m.Name)
			continue
		}
		if preds == nil {
			var err error
			if preds, test, err = in.storedPredictions(old.Dir, was, d); err != nil {
				return row, err
			}
		}
		in.measureOne(ctx, &row, m, test, preds)
	}
	return row, nil
}

// current reports for each metric of the plan whether a row has it and it need not be retried.
func (in *Input) current(old Stored, row *record.Row) []bool {
	has := make([]bool, len(in.Fit.Dataset.Measured))
	measured := plan.ListMetrics(in.Fit.MetricsOf(row))
	for i := range has {
		m := &in.Fit.Dataset.Measured[i]
		has[i] = plan.MeasuredNow(row, measured, m) && !(old.Retry && commandFailed(row, m.Label))
	}
	return has
}

// copyMetric copies one metric from a row to another.
func copyMetric(to, from *record.Row, name string) {
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

// storedPredictions returns the stored predictions of a row, and the test set as it is scored.
func (in *Input) storedPredictions(
	dir string, row *record.Row, d *suite.Decoder,
) (preds []sp.Prediction, test []sp.Instance, err error) {
	kept, err := record.ReadPredictions(dir, row)
	if err != nil {
		return nil, nil, err
	}
	shown := [][]sp.Instance{nil}
	if d.Reveal.Share > 0 {
		if shown, err = roundsOf(in.Instances, d.Reveal, in.Fit.Seed.Split); err != nil {
			return nil, nil, err
		}
	}
	test = scoredSet(shown, d.Reveal, in.Instances)
	if len(kept.Labels) != len(test) {
		return nil, nil, fmt.Errorf(
			"score: %s: predictions for %d instances are stored, the test set has %d", in.Fit,
			len(kept.Labels), len(test),
		)
	}
	for i := range test {
		p := sp.Prediction{Labels: kept.Labels[i]}
		if kept.Marginals != nil {
			p.Marginal = kept.Marginals[i]
		}
		if len(p.Labels) != test[i].N() {
			return nil, nil, fmt.Errorf(
				"score: %s: %d labels are stored for instance %q, which has %d variables", in.Fit,
				len(p.Labels), test[i].ID, test[i].N(),
			)
		}
		preds = append(preds, p)
	}
	return preds, test, nil
}
