package run

import (
	"context"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/fit"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/reuse"
	"github.com/spbench/spbench/harness/internal/run/score"
)

// rescore scores the stored weights of an old record of f again. Outcome, times and audit of the
// fit stay. If scoring fails, each row has the reason, and a retry scores it again. An error is of
// the store or of this machine.
func (r *runner) rescore(ctx context.Context, f *plan.Fit, old *record.Fit) (record.Fit, error) {
	rec, _ := r.rules.Relabel(f, old)

	// Stored predictions are often enough: see [score.Input.Remeasure].
	in := &score.Input{Fit: f, Note: r.note}
	scored, complete, err := in.Remeasure(
		ctx, score.Stored{Fit: old, Dir: r.store.Dir(), Whole: r.rules.Whole, Retry: r.Retry},
	)
	if err != nil {
		return rec, err
	}
	if complete {
		rec.Rows, rec.Times.Rows = scored.Rows, scored.Times
		rec.Test = score.IDs(in.Instances.Test)
		rec.Warnings = score.WarningsFor(&rec, f.Learner.Decoders)
		reuse.EndCurve(&rec, f)
		return rec, nil
	}

	// Otherwise the learner predicts again.
	v, err := r.session.Rescore(ctx, f, old)
	if fit.Stops(err) {
		return rec, err
	}
	if v.Test != nil {
		rec.Test = v.Test
	}
	rec.Warnings = append(
		slices.DeleteFunc(slices.Clone(old.Warnings), score.AboutRows),
		v.Warnings...)
	rec.Times.Suspicions = append(slices.Clip(rec.Times.Suspicions), v.Times.Suspicions...)
	if err != nil {
		failed := (&score.Input{Fit: f, Key: old.Key}).Failed(fit.OutcomeOf(err))
		rec.Rows, rec.Times.Rows = failed.Rows, failed.Times
		return rec, nil
	}
	rec.Rows, rec.Times.Rows = v.Rows, v.Times.Rows
	if len(old.Rows) == 0 || !f.PredictionsCurrent(old, &old.Rows[0], &f.Learner.Decoders[0]) {
		rec.Checkpoints = slices.Clone(rec.Checkpoints)
		for i := range rec.Checkpoints {
			rec.Checkpoints[i].Loss = score.NoClock.Wall // NaN: the weights of the checkpoint are not stored
		}
	}
	reuse.EndCurve(&rec, f)
	return rec, nil
}
