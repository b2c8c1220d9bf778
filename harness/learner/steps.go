package learner

import (
	"errors"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// ErrConverged is the error of a step with nothing left to do.
var ErrConverged = errors.New("learner: converged")

// Steps is the loop of a fit made of steps. It keeps the contract of [Learner].
//
// It calls step until step returns an error, at most limit times. It emits the checkpoint of the
// state whenever one is due, and at the end. step changes the state, or returns an error and leaves
// the state unchanged. Steps returns this error, but nil for ErrConverged. At the limit it returns
// sp.ErrLimit; step may return that too.
//
// parts, if given, are everything that step changes. The fit can then resume: see
// [Recorder.Resume].
func Steps(t *sp.Task, emit func(sp.Checkpoint) error, limit int, step func() error,
	checkpoint func() sp.Checkpoint, parts ...any) error {
	return Record(t, emit, checkpoint, func(r *Recorder) error {
		if err := r.Resume(parts...); err != nil {
			return err
		}
		return r.Steps(limit, step)
	})
}

// Record runs a fit that is not a single loop of steps: a fit of several stages, or by a solver
// with its own loop. fit calls r.Moved after every change of the state, and checkpoint returns the
// state.
//
// If fit ends well, at a limit, or at the budget, Record emits the final state unless it was
// emitted already. It then returns the error of fit, but nil for ErrConverged.
func Record(t *sp.Task, emit func(sp.Checkpoint) error, checkpoint func() sp.Checkpoint,
	fit func(r *Recorder) error) error {
	r := newRecorder(t, emit, checkpoint)
	err := fit(r)
	if errors.Is(err, ErrConverged) {
		err = nil
	}
	if r.sent || err != nil && !errors.Is(err, sp.ErrLimit) && !errors.Is(err, sp.ErrBudget) {
		return err
	}
	if failed := r.send(); failed != nil {
		return failed
	}
	return err
}

// A Recorder emits the checkpoints of a fit under [Record].
type Recorder struct {
	due        func() bool
	emit       func(sp.Checkpoint) error
	checkpoint func() sp.Checkpoint
	held       *sp.Checkpoint // to emit instead; nil: none
	sent       bool           // the state has been emitted
	resumable
}

func newRecorder(t *sp.Task, emit func(sp.Checkpoint) error,
	checkpoint func() sp.Checkpoint) *Recorder {
	r := &Recorder{due: t.Due, emit: emit, checkpoint: checkpoint}
	r.begin(t)
	return r
}

// Moved tells the recorder that the state has changed. It saves the state if that is wanted, and
// emits it if a checkpoint is due. The fit must return its error.
func (r *Recorder) Moved() error {
	r.held, r.sent = nil, false
	if _, err := r.restored(); err != nil {
		return err
	}
	if r.save != nil && len(r.parts) > 0 {
		if err := r.save(r.state); err != nil {
			return err
		}
	}
	return r.sendDue()
}

func (r *Recorder) sendDue() error {
	if !r.due() {
		return nil
	}
	return r.send()
}

// Hold returns the checkpoint of the state and keeps it as the one to emit until the next Moved.
// Use it between two stages if the second stage begins by changing the state. The weights are the
// caller's.
func (r *Recorder) Hold() sp.Checkpoint {
	if r.held == nil {
		c := r.checkpoint()
		r.held = &c
	}
	return *r.held
}

// Steps calls step, like the function Steps, but emits nothing at the end.
func (r *Recorder) Steps(limit int, step func() error) error {
	if resumed, err := r.restored(); err != nil {
		return err
	} else if !resumed {
		r.steps = 0
	} else if err := r.sendDue(); err != nil {
		return err
	}
	for r.steps < limit {
		if err := step(); err != nil {
			return err
		}
		r.steps++
		if err := r.Moved(); err != nil {
			return err
		}
	}
	return sp.ErrLimit
}

func (r *Recorder) send() error {
	r.sent = true
	if r.held != nil {
		return r.emit(*r.held)
	}
	return r.emit(r.checkpoint())
}

// DefaultPasses bounds a stage without any other bound.
const DefaultPasses = 50

// Limit returns the number of visits after which a stage over n instances ends by itself: passes·n.
// If passes is 0, a budget ends the stage; without a budget, the limit is DefaultPasses·n.
func Limit(passes, n int, budget bool) int {
	switch {
	case passes > 0:
		return passes * n
	case budget:
		return math.MaxInt
	}
	return DefaultPasses * n
}
