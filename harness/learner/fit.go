package learner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// An Input is everything that a fit depends on, besides the learner's own parameters.
type Input struct {
	Train    []sp.Instance // fully labelled
	Partial  []sp.Instance // with Unknown labels
	Names    *sp.Names     // for a learner that asks for texts
	Map      sp.FeatureMap
	Loss     sp.Loss
	Oracle   sp.Spec // of the task's solvers, such as lbp; no name: the exact oracle
	Budget   sp.Budget
	Seed     uint64
	Schedule sp.Schedule
	// Warn receives warnings beside the result; nil drops them.
	Warn func(string)

	// Save receives the state of a resumable fit about every SaveEvery; nil: no state is wanted.
	// Resume is one of these states, of an unfinished fit to the same input. Fit continues from it,
	// with its counts and its schedule. Budget has the seconds that are left.
	Save      func(sp.Saved) error
	SaveEvery time.Duration
	Resume    *sp.Saved

	Alone bool // no other part of the process calls an oracle during the fit
}

// A PanicError is a panic in a learner's own code. It wraps sp.ErrPanic.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("learner: panic: %v\n%s", e.Value, e.Stack)
}

// Unwrap returns sp.ErrPanic.
func (e *PanicError) Unwrap() error { return sp.ErrPanic }

// Fit runs l on the input in this process and passes every checkpoint, with its counts, to emit,
// which may keep it. Package serve runs Fit for the harness; tests and benchmarks call it directly.
//
// The solvers of the task count their calls and refuse calls beyond the budget with sp.ErrBudget.
// After ctx is cancelled, solvers and emit return its cause.
//
// The error wraps errors.ErrUnsupported exactly if the learner returns it before its first checkpoint,
// or returns that of a solver at any time. An oracle may fail only under some weights. A panic of the learner becomes a [*PanicError]. Weights that are not finite are
// sp.ErrDiverged. A fit without a checkpoint fails.
func Fit(ctx context.Context, l Learner, in Input, emit func(sp.Stamped) error) (sp.Done, error) {
	choice, err := in.check()
	if err != nil {
		return sp.Done{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{meter: newMeter(ctx, &in, choice), warn: in.Warn, send: emit, alone: in.Alone}
	task := r.task(&in)
	if in.Resume != nil {
		if task.Resume, err = r.resume(in.Resume); err != nil {
			return sp.Done{}, err
		}
	}
	if in.Save != nil {
		r.saving.send, r.saving.alarm = in.Save, newAlarm(in.SaveEvery)
		task.Save = r.save
		defer r.saving.alarm.stop()
	}
	err = r.fit(l, task)
	r.warnApproximate()
	r.warnUnmetered()
	done := r.done(err)
	var refused *refusal
	switch {
	case r.failed != nil:
		return done, r.failed
	case ctx.Err() != nil:
		return done, fmt.Errorf("learner: fit: %w", context.Cause(ctx))
	case errors.Is(err, errors.ErrUnsupported) && r.width > 0 && !errors.As(err, &refused):
		return done, fmt.Errorf("learner: fit: after the first checkpoint: %v", err)
	case err != nil && !errors.Is(err, sp.ErrBudget) && !errors.Is(err, sp.ErrLimit):
		return done, fmt.Errorf("learner: fit: %w", err)
	case r.width == 0:
		return done,
			fmt.Errorf("learner: %w: the fit ended after %d oracle calls without a checkpoint",
				sp.ErrProtocol, done.Counts.Calls())
	}
	done.Dual, err = r.certificate()
	return done, err
}

// check returns the oracle of the input, or an error if the input is wrong.
func (in *Input) check() (choice oracle.Choice, err error) {
	switch {
	case len(in.Train)+len(in.Partial) == 0:
		return choice, errors.New("learner: fit: no training instances")
	case in.Map == nil || in.Loss == nil:
		return choice, errors.New("learner: fit: a feature map and a loss are needed")
	}
	if in.Loss == (loss.Regret{}) {
		if err := cmp.Or(sp.HaveCosts(in.Train), sp.HaveCosts(in.Partial)); err != nil {
			return choice, fmt.Errorf("learner: fit: regret: %w", err)
		}
	}
	if choice, err = oracle.Choose(in.Oracle.Name, in.Oracle.Args); err != nil {
		return choice, fmt.Errorf("learner: fit: %w: %w", sp.ErrParams, err)
	}
	if err := in.Budget.Check(); err != nil {
		return choice, fmt.Errorf("learner: fit: %w", err)
	}
	return choice, in.Schedule.Check()
}

// A run is a fit in progress.
type run struct {
	*meter
	warn   func(string)
	alone  bool
	send   func(sp.Stamped) error
	width  int                // of the weights; 0 before the first checkpoint
	dual   func() [][]sp.Atom // of the last checkpoint
	saving saving
	failed error // of emit or save; ends the fit, even if the learner ignores it
}

func (r *run) task(in *Input) *sp.Task {
	t := &sp.Task{
		Train: in.Train, Partial: in.Partial, Names: in.Names, Map: in.Map, Loss: in.Loss,
		Budget: in.Budget, Seed: in.Seed,
		Solver: r.solver, Visit: r.visit, Sweep: r.sweep, Steps: sp.Steps{Due: r.due},
		Summable: func(list []sp.Instance) error { return r.choice.Summable(list, in.Map) },
	}
	if runtime.GOMAXPROCS(0) > 1 {
		t.Threads = func(worker sp.Worker) func(n int) error { return r.batch(t, worker) }
	}
	return t
}

func (r *run) fit(l Learner, t *sp.Task) (err error) {
	defer Caught(&err)
	return l.Fit(r.ctx, t, r.emit)
}

// certificate returns the dual variables of the last checkpoint; nil if it has none.
func (r *run) certificate() (dual [][]sp.Atom, err error) {
	if r.dual == nil {
		return nil, nil
	}
	defer Caught(&err)
	return r.dual(), nil
}

// Caught turns a panic of the learner into a [*PanicError], if deferred.
func Caught(err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{Value: v, Stack: debug.Stack()}
	}
}

// emit checks, copies and sends a checkpoint.
func (r *run) emit(c sp.Checkpoint) error {
	defer r.ledger.since(oracle.Answered())
	if r.failed == nil && r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if r.failed == nil {
		r.failed = r.sendCheckpoint(c)
	}
	return r.failed
}

func (r *run) sendCheckpoint(c sp.Checkpoint) error {
	if len(c.Weights) == 0 {
		return fmt.Errorf("learner: emit: %w: a checkpoint without weights", sp.ErrProtocol)
	}
	if r.width > 0 && len(c.Weights) != r.width {
		return fmt.Errorf("learner: emit: %w: %d weights, but %d in the checkpoint before",
			sp.ErrWidth, len(c.Weights), r.width)
	}
	for i, v := range c.Weights {
		if v-v != 0 {
			return fmt.Errorf("learner: emit: %w: weight %d of %d is %v after %d oracle calls",
				sp.ErrDiverged, i, len(c.Weights), v, r.counts.Calls())
		}
	}
	stamped := sp.Stamped{
		Checkpoint: sp.Checkpoint{Weights: slices.Clone(c.Weights), Values: r.keepFinite(c.Values),
			Objective: clone(c.Objective)},
		Counts: r.counts,
	}
	if err := r.send(stamped); err != nil {
		return fmt.Errorf("learner: emit: %w", err)
	}
	r.width, r.dual = len(c.Weights), c.Dual
	r.recorded()
	return nil
}

func clone(o *sp.Objective) *sp.Objective {
	if o == nil {
		return nil
	}
	c := *o
	return &c
}

// keepFinite returns a copy of values without NaN and infinities, of which it warns.
func (r *run) keepFinite(values map[string]float64) map[string]float64 {
	kept := maps.Clone(values)
	maps.DeleteFunc(kept, infinite)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v := values[name]; infinite(name, v) && r.warn != nil {
			r.warn(fmt.Sprintf("checkpoint value %q is %v after %d oracle calls; left out", name, v,
				r.counts.Calls()))
		}
	}
	return kept
}

// infinite reports whether the value of that name is NaN or infinite.
func infinite(_ string, v float64) bool { return v-v != 0 }

// warnApproximate warns of instances without an exact oracle, with their number.
func (r *run) warnApproximate() {
	n, algorithm := r.pool.Approximate()
	what := "MAP"
	switch {
	case r.choice.Inexact() && r.counts.MAP == 0 && r.counts.Marginals == 0:
		return // only sums over forests, if any: these are exact
	case r.choice.Inexact() && r.counts.MAP == 0:
		what = "marginals"
	case r.choice.Inexact() && r.counts.Marginals > 0:
		what = "MAP and marginals"
	}
	if n > 0 && r.warn != nil {
		r.warn(fmt.Sprintf("approximate oracle: %s by %s for %d of %d training instances", what,
			algorithm, n, int(r.n)))
		if notConverged, calls := r.pool.NotConverged(); notConverged > 0 {
			r.warn("approximate oracle: " + algorithm + " did not converge in " +
				roughly(notConverged, calls))
		}
	}
}

// roughly describes the share of calls in wide steps, so that fits with different seeds mostly have
// the same warning.
func roughly(some, calls uint64) string {
	switch share := float64(some) / float64(calls); {
	case share == 1:
		return "any call"
	case share > 0.5:
		return "more than half of its calls"
	case share > 0.1:
		return "10 to 50 % of its calls"
	case share > 0.01:
		return "1 to 10 % of its calls"
	}
	return "up to 1 % of its calls"
}

// done returns how the fit ended, given its error.
func (r *run) done(err error) sp.Done {
	d := sp.Done{Counts: r.counts, End: sp.Converged}
	switch {
	case r.refused:
		d.End = sp.EndedByBudget
	case errors.Is(err, sp.ErrStalled):
		d.End = sp.Stalled
	// the second: before the end of the budget
	case errors.Is(err, sp.ErrLimit), errors.Is(err, sp.ErrBudget):
		d.End = sp.EndedByLimit
	}
	return d
}
