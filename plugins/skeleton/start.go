package main

import (
	"errors"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// startRange is how far from 0 a descent may begin, in widths of the box: labelings are nearly sure there, and that some
// parameters are several times as large as others is likely.
const startRange = 8

// starts are the descents of one fit.
type starts struct {
	number  int       // of the descent that is under way
	visited int       // values of θ of it
	side    []float64 // the gradient at θ = 0
	best    evaluated // of all that was visited; its grad is nil before that
}

// several reports whether there is more than one descent.
func (f *descent) several() bool { return f.Objective == kindExpectedLoss && f.Starts > 1 }

// step visits one more θ: of the descent that is under way, or the start of the next.
func (f *descent) step() error {
	if !f.several() {
		return f.descend()
	}
	more := f.number+1 < f.Starts
	if more && f.visited >= max(1, f.Iterations/f.Starts) {
		f.restart()
	}
	err := f.descend()
	if more && (errors.Is(err, learner.ErrConverged) || errors.Is(err, sp.ErrLimit)) {
		f.restart()
		err = f.descend()
	}
	if err != nil {
		return err
	}
	if f.side == nil {
		f.side = f.grad
	}
	if f.visited++; f.best.grad == nil || f.risk < f.best.risk {
		f.best = f.evaluated
	}
	return nil
}

// restart stands at the next start.
func (f *descent) restart() {
	f.number++
	f.visited, f.scale = 0, 0
	f.evaluated = evaluated{theta: f.start(f.number)}
}

// start returns the start of that number, which is not 0: on the side of 0 that descent from there leads to.
func (f *descent) start(number int) []float64 {
	theta := make([]float64, len(f.of.directions))
	perturb.NewKey(f.task.Seed, "start").Uniform(theta, uint64(number))
	for i := range theta {
		if theta[i] *= startRange * f.Width; !f.of.nonNegative[i] && f.side[i] > 0 {
			theta[i] = -theta[i]
		}
	}
	return theta
}

// shown returns what checkpoints say: what was visited last, or, of several descents, the best so far.
func (f *descent) shown() *evaluated {
	if f.several() && f.best.grad != nil {
		return &f.best
	}
	return &f.evaluated
}
