package fit

import (
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
	Plan      *plan.Plan
	Store     *record.Store
	Parallel  bool          // several fits run at the same time
	Retry     bool          // repeat failed trials
	Marginals bool          // store the marginals of predictions
	SaveEvery time.Duration // interval of saved states; 0: never
	Note      func(string)
	Progress  func(f *plan.Fit, passes float64, trial int) // as in an event of package run
}

// An attempt is a fit under way.
type attempt struct {
	*plan.Fit
	*Session
	log        *log
	rec        record.Fit     // so far
	instances  plan.Instances // prepared, to train with; none while parameters are tuned
	state      state
	conditions conditions
	tuning     tuning
	earlierCPU float64      // CPU seconds of the fit in processes of earlier runs
	kept       []sp.Stamped // checkpoints so far, of the fit or of the trial under way
	done       host.Fitted  // end of that fit or trial
	used       host.Usage   // of the last process
}

// Make makes a fit in processes of its own and returns its record, whatever happens to the learner.
// An error is of the run folder or of this machine; see [Stops].
func (s *Session) Make(ctx context.Context, f *plan.Fit) (record.Fit, error) {
	a := s.attempt(f)
	err := a.steps(ctx)
	if err != nil {
		a.rec.Outcome = OutcomeOf(err)
		a.rec.Rows, a.rec.Times.Rows = nil, nil
	}
	a.conditions.write(&a.rec.Times)
	if Stops(err) {
		return a.rec, err
	}
	return a.rec, nil
}

func (s *Session) attempt(f *plan.Fit) *attempt {
	data := f.Dataset.Data
	return &attempt{Fit: f, Session: s, conditions: s.conditions(), rec: record.Fit{
		Key: f.Key, Identity: f.Identity(),
		Suite: s.Plan.Suite.Name, Dataset: f.Dataset.Spec.Label, DatasetHash: data.Hash,
		DataWarnings: data.Warnings,
		Split:        f.Split, Seed: f.Seed,
		Learner: f.Learner.Name, Label: f.Learner.Label, Params: f.Learner.Args,
		Passes: score.NoClock.Wall,
		Times:  record.Times{Fit: score.NoClock, Host: score.NoClock.Wall},
	}}
}

// steps prepares, trains, audits and scores.
func (a *attempt) steps(ctx context.Context) (err error) {
	if a.Program.Err != nil {
		return a.Program.Err
	}
	a.resume()
	if a.log, err = openLog(a.Store.LogPath(a.Key), a.rec.Times.Resumed == 0); err != nil {
		return err
	}
	defer a.log.close()
	if err = a.prepare(ctx); err != nil {
		return err
	}
	var trained error
	err = a.withLearner(ctx, &a.instances, func(p *score.Predictor) error {
		if trained = a.train(ctx, p); trained != nil {
			return trained
		}
		if err := (auditor{a}).audit(); err != nil {
			return err
		}
		return auditor{a}.score(ctx, p)
	})
	t := &a.rec.Times
	t.Process = usage(a.used)
	t.Process.CPU += record.Number(a.earlierCPU)
	if t.Fit.CPU > t.Process.CPU { // the kernel's sum for a process may lag behind its own clock
		t.Process.CPU = t.Fit.CPU
	}
	if runtime.GOOS != "linux" && !math.IsNaN(float64(t.Fit.Wall)) {
		t.Fit.CPU = t.Process.CPU // no other is known
	}
	if ctx.Err() == nil && errors.Is(trained, host.ErrTimeout) && !score.OverLimit(err) &&
		len(a.kept) > 0 {
		return a.salvage(ctx, trained)
	}
	return err
}

// warn adds a warning to the record unless it has it.
func (a *attempt) warn(text string) {
	if !slices.Contains(a.rec.Warnings, text) {
		a.rec.Warnings = append(a.rec.Warnings, text)
	}
}

func (a *attempt) last() *sp.Stamped { return &a.kept[len(a.kept)-1] }
