package bench

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/record"
	"github.com/spbench/spbench/harness/suite"
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
	r := &run{Plan: f.plan, store: scratch}
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
	for i := range min(len(again.Rows), len(rec.Rows)) { // which sources score is no outcome
		again.Rows[i].Key, again.Rows[i].Score = rec.Rows[i].Key, rec.Rows[i].Score
	}
	return &again, nil
}
