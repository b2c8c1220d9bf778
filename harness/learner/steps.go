package learner

import (
	"errors"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// ErrConverged is what a step returns that finds nothing left to do.
var ErrConverged = errors.New("learner: converged")

// Steps is the loop of a fit that is made of steps, with the contract of [Learner]: it calls step until that returns
// an error, at most limit times, and emits what checkpoint returns, the state after the last step, whenever that is
// due and at the end. step changes the state, or returns an error and leaves it; the error is passed on, except that
// after ErrConverged the fit ends well. At the limit the error is sp.ErrLimit, which step may return too. parts, if
// there are any, are all that step changes, and the fit can be resumed: see [Recorder.Resume].
func Steps(t *sp.Task, emit func(sp.Checkpoint) error, limit int, step func() error, checkpoint func() sp.Checkpoint, parts ...any) error {
	return Record(t, emit, checkpoint, func(r *Recorder) error {
		if err := r.Resume(parts...); err != nil {
			return err
		}
		return r.Steps(limit, step)
	})
}

// Record runs a fit that is no single loop of steps: one of several stages, or by a solver that has a loop of its
// own. fit tells r of every change of the state; checkpoint returns that state. Where fit ends well, at a limit or
// at the budget, Record emits what has not been, and then returns fit's error, nil in place of ErrConverged.
func Record(t *sp.Task, emit func(sp.Checkpoint) error, checkpoint func() sp.Checkpoint, fit func(r *Recorder) error) error {
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
	held       *sp.Checkpoint // instead
	sent       bool           // the state has been emitted
	watch      func(values func() map[string]float64)
	resumable
}

func newRecorder(t *sp.Task, emit func(sp.Checkpoint) error, checkpoint func() sp.Checkpoint) *Recorder {
	r := &Recorder{due: t.Due, emit: emit, checkpoint: checkpoint, watch: t.Watch}
	r.begin(t)
	return r
}

// Moved says that the state has changed, hands it over if it is to be saved, and emits it if a checkpoint is due. An
// error of that ends the fit.
func (r *Recorder) Moved() error {
	r.held, r.sent = nil, false
	if _, err := r.goOn(); err != nil {
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

// Watch makes values what a person who watches the fit is told of it: what there is for free, without changing the
// state, by the names of checkpoint values.
func (r *Recorder) Watch(values func() map[string]float64) {
	if r.watch != nil {
		r.watch(values)
	}
}

// Hold returns the checkpoint of the state, which stays the one to emit until the next Moved: between two stages, of
// which the second begins by changing what checkpoint reads. The weights are the caller's.
func (r *Recorder) Hold() sp.Checkpoint {
	if r.held == nil {
		c := r.checkpoint()
		r.held = &c
	}
	return *r.held
}

// Steps calls step, as the function of that name does, but emits nothing at the end.
func (r *Recorder) Steps(limit int, step func() error) error {
	if resumed, err := r.goOn(); err != nil {
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

// DefaultPasses is how long a stage is that nothing else bounds.
const DefaultPasses = 50

// Limit returns after how many visits a stage over n instances ends by itself: passes·n; where passes is 0, never if
// a budget ends it, else DefaultPasses·n.
func Limit(passes, n int, budget bool) int {
	switch {
	case passes > 0:
		return passes * n
	case budget:
		return math.MaxInt
	}
	return DefaultPasses * n
}
