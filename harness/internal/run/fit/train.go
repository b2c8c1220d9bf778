package fit

import (
	"context"
	"errors"
	"fmt"

	"bytes"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/host/confine"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/record/resume"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

var (
	// lastOnly asks for the last checkpoint only.
	lastOnly suite.Curve
	// reports is the schedule of a fit if the suite has no curve. Only the reported values of its
	// checkpoints are recorded: losses would need the weights of all of them.
	reports = suite.Curve{First: 1, Factor: 2}
)

// train trains the learner and stores the weights.
func (a *attempt) train(ctx context.Context, p *score.Predictor) error {
	schedule := a.Plan.Suite.Curve
	if schedule == lastOnly {
		schedule = reports
	}
	if err := a.call(ctx, p, a.rec.Params, schedule); err != nil {
		return err
	}
	outcome := record.Outcome{Kind: record.OK}
	if a.done.End == sp.EndedByBudget {
		outcome.Kind = record.Budget
	}
	b, all := a.Budget(), &a.done // with the time after the last checkpoint
	if b.CPUSeconds > 0 && all.CPUSeconds+all.Early > 1.1*b.CPUSeconds+1 {
		a.rec.Warnings = append(a.rec.Warnings, "it used more CPU seconds than the budget has")
	}
	if b.Seconds > 0 && all.WallSeconds > 1.1*b.Seconds+1 {
		a.rec.Warnings = append(a.rec.Warnings, "it used more seconds than the budget has")
	}
	return a.fitted(outcome, a.done.End, a.done.Counts)
}

// fitted stores the last weights, and records the fit with its cost.
func (a *attempt) fitted(outcome record.Outcome, end sp.End, c sp.Counts) (err error) {
	last, r := a.last(), &a.rec
	r.Warnings = append(r.Warnings, a.done.Warnings...)
	r.Outcome, r.Ended, r.Counts, r.Remote = outcome, end, c, a.done.Remote
	r.Passes = record.Number(a.passes(c))
	r.Times.Fit = clock(last.Seconds, last.CPUSeconds)
	r.Times.Host = record.Number(a.done.WallSeconds)
	if r.WeightsFile, err = a.Store.PutWeights(last.Weights); err != nil {
		return &storeError{err}
	}
	return nil
}

// passes returns visits per training instance. If the last checkpoint reports that it used only
// some of the instances, these count.
func (a *attempt) passes(c sp.Counts) float64 {
	n := float64(len(a.instances.Train) + len(a.instances.Partial))
	if len(a.kept) > 0 {
		if some := a.last().Values[sp.ValueInstances]; some >= 1 && some < n {
			n = some
		}
	}
	return float64(c.Visits) / n
}

// request returns the request for a fit with params. A limit of seconds needs many checkpoints,
// since the last one before it counts.
func (a *attempt) request(
	p *plan.Instances, params []byte, schedule suite.Curve,
) wire.FitRequest {
	if s := a.Plan.Suite; s.Curve == lastOnly && s.Limits.Seconds > 0 {
		schedule = suite.Curve{First: 1, Factor: 1.25}
	}
	r := wire.FitRequest{
		Setting:  a.Setting(p, params),
		Budget:   sp.Budget(a.Budget()),
		Schedule: sp.Schedule{First: schedule.First, Factor: schedule.Factor},
	}
	if a.Program.About.Resumable != "" {
		r.SaveSeconds = a.SaveEvery.Seconds()
	}
	return r
}

// call makes a fit or trial with params in the process of p, from its saved state if it has one. It
// leaves the result in kept and done.
func (a *attempt) call(
	ctx context.Context, p *score.Predictor, params []byte, schedule suite.Curve,
) (err error) {
	r := a.request(p.Instances, params, schedule)
	a.kept, a.state.renewed = nil, false
	spent := 0.0
	if s := &a.state.saved; s.Fit.State != nil && s.Tuning == a.tuning.active() &&
		bytes.Equal(s.Params, params) {
		r.Resume, a.kept, spent = &s.Fit, s.Kept, s.Fit.Seconds
	}
	within, cancel := a.timeoutAfter(ctx, spent)
	defer cancel()
	a.done, err = p.Learner.FitWith(within, r, a.listener(p.Learner, params))
	if r.Resume == nil {
		return err
	}
	if a.state.saved.Fit = (sp.Saved{}); errors.Is(err, sp.ErrState) {
		a.Note(fmt.Sprintf("warning: %s: starts again from the beginning: %v", a.Fit, err))
		a.conditions.Memory = 0
		if len(a.state.saved.Trials) == 0 { // nothing of earlier runs is left
			a.rec.Times.Resumed, a.conditions = 0, a.Session.conditions()
		}
		return a.call(ctx, p, params, schedule)
	}
	if !a.tuning.active() {
		a.earlierCPU = r.Resume.CPUSeconds
	}
	if err != nil && ctx.Err() == nil && OutcomeOf(err).Kind == record.Crash && !a.state.renewed &&
		confine.CheckTempFolder() == nil {
		return errors.Join(err, resume.Drop(a.Store.Dir(), a.Key)) // the state may cause the crash
	}
	return err
}

// listener returns what is done with events of the learner in process l.
func (a *attempt) listener(l *host.Learner, params []byte) host.Listener {
	return host.Listener{
		Checkpoint: func(c sp.Stamped) error {
			if n := len(a.kept); n > 0 &&
				len(c.Weights) != len(a.kept[n-1].Weights) { // possible when resumed
				return fmt.Errorf(
					"%w: %d, and %d before", sp.ErrWidth, len(c.Weights), len(a.kept[n-1].Weights),
				)
			}
			a.keep(c)
			a.report(c.Counts)
			return nil
		},
		Saved: func(s sp.Saved) error {
			if !a.tuning.active() { // the memory of trials does not count
				a.conditions.Memory = max(a.conditions.Memory, l.Memory())
			}
			a.saveState(params, s)
			a.report(s.Counts)
			return nil
		},
	}
}

// keep keeps a checkpoint. Earlier ones lose their weights without a curve, and are dropped in a
// trial.
func (a *attempt) keep(c sp.Stamped) {
	switch n := len(a.kept); {
	case n == 0 || a.Plan.Suite.Curve != lastOnly && !a.tuning.active():
	case !a.tuning.active():
		a.kept[n-1].Weights = nil
	default:
		a.kept = a.kept[:0]
	}
	a.kept = append(a.kept, c)
}

// report tells how far the fit is.
func (a *attempt) report(c sp.Counts) {
	if a.tuning.active() {
		a.Progress(a.Fit, 0, len(a.rec.Trials)+1)
	} else {
		a.Progress(a.Fit, a.passes(c), 0)
	}
}

// salvage audits and scores the last checkpoint of a fit that exceeded its time. The process that
// trained has ended, and its dual variables are lost, which would certify a bound.
func (a *attempt) salvage(ctx context.Context, trained error) (err error) {
	if err = a.fitted(OutcomeOf(trained), sp.EndedByTime, a.last().Counts); err != nil {
		return err
	}
	a.rec.Times.Suspicions = a.done.Doubts(a.Plan.Suite.Limits.Threads)
	if a.rec.Audit, err = (auditor{a}).checkReports(); err != nil {
		return err
	}
	err = a.withLearner(ctx, &a.instances, func(p *score.Predictor) error {
		return auditor{a}.score(ctx, p)
	})
	if err != nil {
		return fmt.Errorf("%w; and its last checkpoint cannot be scored: %w", trained, err)
	}
	return nil
}
