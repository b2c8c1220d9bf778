package run

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/fit"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Replay makes the fit of rec again and returns the new record under the key of rec; compare them
// by [record.Differences]. It fits with the chosen parameters: trials of tuning are copied and not
// repeated, unless all of them failed. Logs and weights go to scratch. A changed learner is noted
// and no error.
func Replay(
	ctx context.Context, p *plan.Past, rec *record.Fit, scratch *record.Store,
) (*record.Fit, error) {
	f, err := p.Fit(rec)
	if err != nil {
		return nil, err
	}
	tuned := slices.ContainsFunc(
		rec.Trials, func(t record.Trial) bool { return bytes.Equal(t.Params, rec.Params) },
	)
	if tuned {
		f.Learner.Candidates = []suite.Spec{{Name: f.Learner.Name, Args: rec.Params}}
	}
	f.SetRecorded(rec)
	r := newRunner(
		f.Plan, scratch, Options{Marginals: slices.ContainsFunc(rec.Rows, func(r record.Row) bool {
			return r.Requested == score.WithMarginals
		})},
	)
	again, err := r.session.Make(ctx, f)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("run: replay: %w", err)
	}
	if tuned {
		again.Trials, again.Validation = rec.Trials, rec.Validation
		again.Warnings = append(
			fit.EdgeWarnings(f.Learner.Args, rec.Params, rec.Trials),
			again.Warnings...)
	}
	again.Train, again.Groups = f.TrainingIDs(), f.TestGroups()
	return &again, nil
}
