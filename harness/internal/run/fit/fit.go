package fit

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/sp"
)

// A Session is what all fits of a run share.
type Session struct {
	Plan        *plan.Plan
	Store       *record.Store
	Parallel    bool          // several fits run at the same time
	Retry       bool          // repeat failed trials
	Marginals   bool          // store the marginals of predictions
	ReportEvery time.Duration // interval of progress reports by learners; 0: never
	SaveEvery   time.Duration // interval of saved states; 0: never
	Note        func(string)
	Progress    func(Progress)
}

// Progress tells how far a fit is.
type Progress struct {
	Fit    *plan.Fit
	Passes float64            // NaN in a trial, which has another training set
	Trial  int                // number of the trial of tuning; 0: none
	Values map[string]float64 // reported by the learner, as in checkpoints; read-only
}

// An attempt is a fit under way.
type attempt struct {
	*plan.Fit
	*Session
	log        *log
	state      state
	conditions conditions
	tuning     tuning
	resumed    int          // how often the fit was resumed
	earlierCPU float64      // CPU seconds of the fit in processes of earlier runs
	training   int          // number of training instances
	kept       []sp.Stamped // checkpoints so far, of the fit or of the trial under way
	done       host.Fitted  // end of that fit or trial
	used       host.Usage   // of the last process
	warnings   []string     // for the record
	suspicious []string     // for the record
}

// values are the results of the steps; after a failure those so far.
type values struct {
	prepared Prepared
	fitted   Fitted
	audited  Audited
	scored   Scored
	process  record.Usage // of the process that trained
}

// Make makes a fit in processes of its own and returns its record, whatever happens to the learner.
// An error is of the run folder or of this machine; see [Stops].
func (s *Session) Make(ctx context.Context, f *plan.Fit) (record.Fit, error) {
	a := s.attempt(f)
	v := values{prepared: Prepared{Params: f.Learner.Args}, fitted: notFitted}
	err := a.steps(ctx, &v)
	rec := a.record(&v, err)
	if Stops(err) {
		return rec, err
	}
	return rec, nil
}

func (s *Session) attempt(f *plan.Fit) *attempt {
	return &attempt{Fit: f, Session: s, conditions: s.conditions()}
}

// steps prepares, trains, audits and scores.
func (a *attempt) steps(ctx context.Context, v *values) (err error) {
	if a.Program.Err != nil {
		return a.Program.Err
	}
	a.resume()
	if a.log, err = openLog(a.Store.LogPath(a.Key), a.resumed == 0); err != nil {
		return err
	}
	defer a.log.close()
	if v.prepared, err = a.prepare(ctx); err != nil {
		return err
	}
	var trained error
	err = a.withLearner(ctx, &v.prepared.Instances, func(p *score.Predictor) (err error) {
		if v.fitted, trained = a.train(ctx, p, v.prepared.Params); trained != nil {
			return trained
		}
		if v.audited, err = audited(a, &v.prepared, &v.fitted); err != nil {
			return err
		}
		v.scored, err = scored(ctx, a, p, &v.prepared, &v.fitted)
		return err
	})
	v.process = usage(a.used)
	v.process.CPU += record.Number(a.earlierCPU)
	if runtime.GOOS != "linux" && !math.IsNaN(float64(v.fitted.Time.Wall)) {
		v.fitted.Time.CPU = v.process.CPU // no other is known
	}
	if ctx.Err() == nil && errors.Is(trained, host.ErrTimeout) && !score.OverLimit(err) &&
		len(a.kept) > 0 {
		return a.salvage(ctx, v, trained)
	}
	return err
}

// record returns the record of a fit that ended with err.
func (a *attempt) record(v *values, err error) record.Fit {
	f, p, t := a.Fit, &v.prepared, &v.fitted
	rec := record.Fit{
		Key: f.Key, Identity: f.Identity(),
		Suite: a.Plan.Suite.Name, Dataset: f.Dataset.Spec.Label, DatasetHash: f.Dataset.Data.Hash,
		DataWarnings: f.Dataset.Data.Warnings,
		Split:        f.Split, Seed: f.Seed,
		Learner: f.Learner.Name, Label: f.Learner.Label, Params: p.Params,
		Outcome: t.Outcome, Ended: cmp.Or(v.audited.Ended, t.Ended),
		Counts: t.Counts, Passes: t.Passes, Remote: t.Remote, WeightsFile: t.WeightsFile,
		Trials: a.tuning.trials, Validation: a.tuning.validation,
		Chosen: a.tuning.chosen,
		Audit:  v.audited.Audit, Checkpoints: v.scored.Checkpoints, Rows: v.scored.Rows.Rows,
		Test:     v.scored.Test,
		Warnings: a.warnings,
		Times: record.Times{
			Fit: t.Time, Host: t.HostSeconds, Process: v.process, Resumed: a.resumed,
			Tune: a.tuning.seconds, TuneCPU: a.tuning.cpuSeconds, Suspicions: a.suspicious,
			Checkpoints: v.scored.CheckpointTimes, Rows: v.scored.Times,
		},
	}
	if err != nil {
		rec.Outcome = OutcomeOf(err)
		rec.Rows, rec.Times.Rows = nil, nil
	}
	a.conditions.write(&rec.Times)
	return rec
}

// warn adds a warning to the record unless it has it.
func (a *attempt) warn(text string) {
	if !slices.Contains(a.warnings, text) {
		a.warnings = append(a.warnings, text)
	}
}

func (a *attempt) last() *sp.Stamped { return &a.kept[len(a.kept)-1] }
