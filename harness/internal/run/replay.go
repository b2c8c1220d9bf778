package run

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Replay does the fit of rec again and returns its outcome, under the key of rec
// and to be compared with it: see [record.Differences]. The parameters are those
// that tuning chose; the trials, which only led there, are not repeated but taken
// over, unless none of them ended well. Logs and what is fitted go to scratch.
// That the learner is of another build than it was is noted and no error.
func (p *Past) Replay(ctx context.Context, rec *record.Fit, scratch *record.Store) (*record.Fit, error) {
	f, err := p.Fit(rec)
	if err != nil {
		return nil, err
	}
	tuned := slices.ContainsFunc(rec.Trials, func(t record.Trial) bool { return bytes.Equal(t.Params, rec.Params) })
	if tuned {
		f.Learner.Candidates = []suite.Spec{{Name: f.Learner.Name, Args: rec.Params}}
	}
	f.as(rec)
	asked := func(row record.Row) bool { return row.Requested == andMarginals }
	r := &run{Plan: f.plan, store: scratch, RunOptions: RunOptions{Marginals: slices.ContainsFunc(rec.Rows, asked)}}
	again, err := r.fit(ctx, f)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("bench: replay: %w", err)
	}
	if tuned {
		again.Trials, again.Validation = rec.Trials, rec.Validation
		again.Warnings = append(atEdge(f.Learner.Args, rec.Params, rec.Trials), again.Warnings...)
	}
	again.Train = f.learnedFrom()
	return &again, nil
}
