package run

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// adopt returns an outcome of earlier as that of f: in its place, with its labels,
// and marked if it is of another build. It is complete unless a row or one of its
// files is missing or it was scored by other sources; then it has no rows.
func (r *run) adopt(f *Fit, old *record.Fit) (rec record.Fit, complete bool) {
	rec = *old
	place := f.place()
	rec.Suite, rec.Dataset, rec.Label, rec.Split, rec.Seed = r.Suite.Name, place.Dataset, place.Label, place.Split, place.Seed
	rec.Kept = keptAgainst(f, old)
	rec.Rows, rec.Times.Rows = nil, nil
	if len(old.Rows) == 0 && !old.Outcome.Good() {
		return rec, true
	}
	var rows []record.Row
	var times []record.Clock
	for i := range f.Learner.Decoders {
		out := &f.Learner.Decoders[i]
		at := slices.IndexFunc(old.Rows, func(row record.Row) bool {
			return f.holds(old, &row, out) && r.whole(&row) && !(r.Retry && (row.Outcome.Failed() || unmeasured(&row)))
		})
		if at < 0 {
			return rec, false
		}
		row := old.Rows[at]
		row.Label = out.Label
		rows, times = append(rows, row), append(times, old.Times.Rows[at])
	}
	rec.Rows, rec.Times.Rows = rows, times
	rec.Warnings = warningsOf(&rec, f.Learner.Decoders)
	r.endCurve(&rec)
	return rec, true
}

// whole reports whether a row has its files, with all that is asked for.
func (r *run) whole(row *record.Row) bool {
	return r.store.Has(row) && (!r.Marginals || row.PredictionsFile == "" || row.Requested == andMarginals)
}

// keptAgainst returns the parts of f's identity that say of which builds it is, if
// old is of others; else nil.
func keptAgainst(f *Fit, old *record.Fit) map[string]string {
	if changedSince(f, old) == "" {
		return nil
	}
	now := map[string]string{}
	for _, part := range otherSources(f, old) {
		now[part] = f.part(part)
	}
	return now
}

// sameLine reports whether adopting changed nothing.
func sameLine(rec, old *record.Fit) bool {
	return rec.Suite == old.Suite && rec.Place() == old.Place() && maps.Equal(rec.Kept, old.Kept) &&
		slices.EqualFunc(rec.Rows, old.Rows, func(a, b record.Row) bool { return a.Key == b.Key && a.Label == b.Label })
}

// endCurve makes the loss of the last checkpoint that of the first row, which it is.
func (r *run) endCurve(rec *record.Fit) {
	if n := len(rec.Checkpoints); n > 0 && len(rec.Rows) > 0 {
		rec.Checkpoints = slices.Clone(rec.Checkpoints)
		rec.Checkpoints[n-1].Loss = lossOf(&rec.Rows[0], r.Suite.Metrics[0].Label)
	}
}

// lostCurve reports whether old is of the same build as f but was scored by another,
// for which the losses along its curve were dropped.
func lostCurve(f *Fit, old *record.Fit) bool {
	return f.Key == old.Key && f.plan.Suite.Curve != noCurve && scoredOtherwise(old) && len(old.Checkpoints) > 1
}

// scoredOtherwise reports whether a fit that was kept rests on other scores than those at hand.
func scoredOtherwise(old *record.Fit) bool {
	for part := range old.Kept {
		if record.SourceOf(part) == score {
			return true
		}
	}
	return false
}

// lossOf returns a metric of a row; NaN if it has none.
func lossOf(row *record.Row, metric string) record.Number {
	if v, ok := row.Metrics[metric]; ok {
		return v
	}
	return record.Number(math.NaN())
}

// rescore reads the decoders of f anew off what was fitted earlier. Outcome, times
// and audit of the fit stay what they were, also where the rows cannot be made:
// then each says why, and is made by the next run that retries. The error is of the store.
func (r *run) rescore(ctx context.Context, f *Fit, old *record.Fit) (record.Fit, error) {
	x := &execution{Fit: f, run: r}
	x.rec, _ = r.adopt(f, old)
	if done, err := x.remeasure(ctx, old); done || err != nil {
		return x.rec, err
	}
	x.rec.Warnings = slices.DeleteFunc(slices.Clone(old.Warnings), ofScoring)
	x.rec.Rows, x.rec.Times.Rows = nil, nil
	err := x.again(ctx, old)
	if stops(err) {
		return x.rec, err
	}
	if err != nil {
		x.rec.Rows, x.rec.Times.Rows = nil, nil
		for i := range f.Learner.Decoders {
			out := &f.Learner.Decoders[i]
			x.rec.Rows = append(x.rec.Rows, record.Row{
				Key: f.row(old.Key, out), Score: f.scoredBy(out), Decoder: out.Name, Label: out.Label, Args: out.Args, Outcome: outcome(err),
				Measures: json.RawMessage(compact(r.Suite.Metrics)),
			})
			x.rec.Times.Rows = append(x.rec.Times.Rows, noClock)
		}
	}
	return x.rec, nil
}

// again scores what old holds in a process of its own.
func (x *execution) again(ctx context.Context, old *record.Fit) error {
	if x.Fit.learner.err != nil {
		return x.Fit.learner.err
	}
	weights, err := record.Weights(x.run.store.Dir(), old.WeightsFile)
	if err != nil {
		return &storeError{err}
	}
	raw, err := x.begin(old.Key, false)
	if err != nil {
		return err
	}
	defer x.log.close()
	if x.parts, err = raw.prepared(x.Dataset.Data); err != nil {
		return err
	}
	x.kept = []sp.Stamped{{Checkpoint: sp.Checkpoint{Weights: weights}}}
	err = x.process(ctx, &x.parts, func(r *reader) error {
		x.reader = r
		return x.readOff(ctx)
	})
	if err != nil {
		return err
	}
	if len(old.Rows) == 0 || !x.predictedNow(old, &old.Rows[0], &x.Learner.Decoders[0]) {
		x.rec.Checkpoints = slices.Clone(x.rec.Checkpoints)
		for i := range x.rec.Checkpoints {
			x.rec.Checkpoints[i].Loss = record.Number(math.NaN()) // what was fitted until then is gone
		}
	}
	x.run.endCurve(&x.rec)
	return nil
}
