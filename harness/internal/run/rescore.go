package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/fit"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/reuse"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/suite"
)

// rescore scores the stored weights of an old record of f again. Outcome, times and audit of the
// fit stay. If scoring fails, each row has the reason, and a retry scores it again. An error is of
// the store or of this machine.
func (r *runner) rescore(ctx context.Context, f *plan.Fit, old *record.Fit) (record.Fit, error) {
	if rec, complete, err := r.remeasure(ctx, f, old); complete || err != nil {
		return rec, err
	}
	rec, _ := r.rules.Relabel(f, old)
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
	rec.Times.Suspicions = append(slices.Clip(rec.Times.Suspicions), v.Suspicious...)
	if err != nil {
		failed := (&score.Input{Fit: f, Key: old.Key}).Failed(fit.OutcomeOf(err))
		rec.Rows, rec.Times.Rows = failed.Rows, failed.Times
		return rec, nil
	}
	rec.Rows, rec.Times.Rows = v.Rows.Rows, v.Times
	if len(old.Rows) == 0 || !f.PredictionsCurrent(old, &old.Rows[0], &f.Learner.Decoders[0]) {
		rec.Checkpoints = slices.Clone(rec.Checkpoints)
		for i := range rec.Checkpoints {
			rec.Checkpoints[i].Loss = score.NoClock.Wall // NaN: the weights of the checkpoint are not stored
		}
	}
	reuse.EndCurve(&rec, f.Plan.Suite)
	return rec, nil
}

// remeasure makes the rows of an old record of f from stored predictions. complete is false if
// these are not enough; see [score.Input.Remeasure].
func (r *runner) remeasure(
	ctx context.Context, f *plan.Fit, old *record.Fit,
) (rec record.Fit, complete bool, err error) {
	rec, _ = r.rules.Relabel(f, old)
	in := &score.Input{Fit: f, Note: r.note}
	scored, complete, err := in.Remeasure(
		ctx, score.Stored{Fit: old, Dir: r.store.Dir(), Whole: r.rules.Whole, Retry: r.Retry},
	)
	if complete {
		rec.Rows, rec.Times.Rows = scored.Rows, scored.Times
		rec.Warnings = score.WarningsFor(&rec, f.Learner.Decoders)
		reuse.EndCurve(&rec, f.Plan.Suite)
	}
	return rec, complete, err
}

// Rescored counts what [Rescore] did.
type Rescored struct {
	Fits, Before int // with rows; those that had the metrics before
	Learners     int // fits whose learner predicted again, since stored predictions were not enough
}

// Rescore measures the rows of a run by more metrics. It uses stored predictions or, if these are
// not enough, as for metrics of marginals, new predictions with the stored weights. Nothing is
// trained. Each fit gets another line in the store, with the metrics of the plan, those added
// before, and more.
//
// If a fit cannot be measured, it stays as it is, and the error tells why. Rows by other sources of
// spbench are an error before any work, and a changed dataset before the work on it.
func Rescore(
	ctx context.Context, store *record.Store, w *plan.File, more []suite.Metric, o plan.Options,
	observe func(Event),
) (done Rescored, err error) {
	fits, _, err := store.Load()
	if err != nil {
		return done, fmt.Errorf("run: rescore: %w", err)
	}
	last := reuse.Latest(fits)
	if err := checkDecoded(last); err != nil {
		return done, fmt.Errorf("run: rescore: %w", err)
	}
	wider, err := w.With(last, more, o.SuiteDir)
	if err != nil {
		return done, fmt.Errorf("run: rescore: %w", err)
	}
	var failed []error
	for i := range wider.Suite.Datasets {
		past, err := plan.Reopen(wider, wider.Suite.Datasets[i].Label, o)
		if err != nil {
			return done, err
		}
		p, err := past.Plan()
		if err != nil {
			return done, fmt.Errorf("run: rescore: %w", err)
		}
		r := newRunner(p, store, Options{Observe: observe, Retry: true})
		errs, err := r.addMetricsToAll(ctx, last, &done)
		if err != nil {
			return done, fmt.Errorf("run: rescore: %w", err)
		}
		failed = append(failed, errs...)
	}
	if n := len(failed); n > 0 {
		return done, fmt.Errorf(
			"run: rescore: %d of %d fits stay as they are, the first: %w", n, done.Fits, failed[0],
		)
	}
	return done, nil
}

// checkDecoded returns an error if other sources of spbench predicted rows. A table refuses numbers of
// both, and some rows may have no learner to predict them again.
func checkDecoded(fits map[record.Place]*record.Fit) error {
	stale := 0
	for _, f := range fits {
		if len(f.Rows) > 0 && !plan.DecodedNow(&f.Rows[0]) {
			stale++
		}
	}
	if stale > 0 {
		return fmt.Errorf("other sources of spbench scored %d fits\n"+
			"hint: run the suite again first, which scores them again without fitting", stale)
	}
	return nil
}

// addMetricsToAll adds the metrics of the plan to its recorded fits. failed are errors of single
// fits; err stops the run.
func (r *runner) addMetricsToAll(
	ctx context.Context, last map[record.Place]*record.Fit, done *Rescored,
) (failed []error, err error) {
	for _, f := range r.Fits {
		old := last[f.Place()]
		if old == nil || len(old.Rows) == 0 {
			continue
		}
		done.Fits++
		predicted, err := r.addMetrics(ctx, f, old)
		switch {
		case ctx.Err() != nil:
			return failed, context.Cause(ctx)
		case fit.Stops(err):
			return failed, err
		case errors.Is(err, errMeasured):
			done.Before++
		case err != nil:
			failed = append(failed, fmt.Errorf("%s: %w", f, err))
		case predicted:
			done.Learners++
		}
	}
	return failed, nil
}

// errMeasured says that a fit has all metrics.
var errMeasured = errors.New("measured before")

// addMetrics appends a line for a fit with the metrics of the plan. predicted tells that its
// learner had to predict.
func (r *runner) addMetrics(
	ctx context.Context, f *plan.Fit, old *record.Fit,
) (predicted bool, err error) {
	if was := old.Identity["split"]; was != f.IdentityPart("split") {
		return false, fmt.Errorf("split %d has changed: run the suite again", f.Split)
	}
	f.SetRecorded(old)
	r.rules.Marginals = slices.ContainsFunc(old.Rows, hasMarginals)
	r.session.Marginals = r.rules.Marginals
	if _, complete := r.rules.Relabel(f, old); complete {
		return false, errMeasured
	}
	rec, complete, err := r.remeasure(ctx, f, old)
	if err != nil {
		return false, err
	}
	if !complete {
		switch {
		case f.Program.Err != nil:
			return true, f.Program.Err
		case f.Program.Source.Identity != old.Identity[plan.Build]:
			return true, errors.New(
				"the metrics need new predictions, but the learner has changed: run the suite again",
			)
		}
		if rec, err = r.rescore(ctx, f, old); err != nil {
			return true, err
		}
		failed := func(row record.Row) bool { return row.Outcome.Failed() }
		if at := slices.IndexFunc(rec.Rows, failed); at >= 0 {
			return true, errors.New(rec.Rows[at].Outcome.Reason)
		}
	}
	rec.Kept = old.Kept
	if err := r.store.Append(0, rec); err != nil {
		return !complete, err
	}
	r.note(
		fmt.Sprintf(
			"%s: measured%s", f, map[bool]string{true: ", its learner predicted"}[!complete],
		),
	)
	return !complete, nil
}
