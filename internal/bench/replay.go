package bench

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/spbench/spbench/internal/record"
	"github.com/spbench/spbench/internal/suite"
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
	f.Identity, f.Key = rec.Identity, rec.Key
	asked := func(row record.Row) bool { return row.Asked == andMarginals }
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
	again.TrainFile = rec.TrainFile // the split is in the identity
	if rec.TestFile == "" {         // an older build kept no more
		again.Test = nil
	}
	for i := range min(len(again.Rows), len(rec.Rows)) {
		was, is := &rec.Rows[i], &again.Rows[i]
		is.Key, is.Score, is.Asked = was.Key, was.Score, was.Asked // which sources score, and what is kept, is no outcome
		if was.PredictionsFile == "" {
			is.Predictions = nil
		}
	}
	return &again, nil
}
