package skeleton

import (
	"errors"
	"slices"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// startRange is how far from 0 a descent may begin, in widths of the box: labelings are nearly sure there, and that some
// parameters are several times as large as others is likely.
const startRange = 8

// starts are the descents of one fit. The iterations that are left are shared equally between the one that begins, those
// that follow, and the best of all, which goes on last where its share ended it.
type starts struct {
	number int       // of the descent that is under way; Starts: the best one goes on
	until  int       // the iteration that its share ends with
	side   []float64 // the gradient at θ = 0
	best   evaluated // of all that was visited; its grad is nil before that
	leader int       // the descent that visited best
	left   left      // where the leader was left
}

// A left is where a descent was left.
type left struct {
	evaluated
	scale float64
	end   error // that it ended with; nil: with its share
}

// several reports whether there is more than one descent.
func (l *Skeleton) several() bool { return l.Objective == kindExpectedLoss && l.Starts > 1 }

// step visits one more θ: of the descent that is under way, the start of the next, or, after the last, of the best.
func (f *descent) step() error {
	if !f.several() {
		return f.descend()
	}
	for {
		end := error(nil) // of the descent that is under way; nil: its share is used up
		if f.number == f.Starts || f.iteration < f.until {
			if end = f.descend(); end == nil {
				f.remember()
				return nil
			} else if !ended(end) {
				return end
			}
		}
		if f.number < f.Starts {
			end = f.next(end)
		}
		if end != nil {
			return f.finish(end)
		}
	}
}

// remember keeps what was visited last, if it is the best.
func (f *descent) remember() {
	if f.side == nil {
		f.side = f.grad
	}
	if f.best.grad == nil || f.risk < f.best.risk {
		f.best = f.evaluated
		if f.number < f.Starts {
			f.leader = f.number
		}
	}
}

// ended reports whether the error is that of a descent with nowhere to go.
func ended(err error) bool {
	return errors.Is(err, learner.ErrConverged) || errors.Is(err, sp.ErrLimit)
}

// share returns the iteration that ends the share of the descent that begins.
func (f *descent) share() int {
	return f.iteration + max(1, (f.Iterations-f.iteration)/(f.Starts-f.number+1))
}

// next leaves the descent that is under way, which ended with end, nil for its share, and stands at the next start, or,
// after the last, where the best descent was left. It returns the end of that, beyond which nothing is left to do.
func (f *descent) next(end error) error {
	if f.leader == f.number {
		f.left = left{f.evaluated, f.scale, end}
	}
	if f.number++; f.number == f.Starts {
		f.evaluated, f.scale = f.left.evaluated, f.left.scale
		return f.left.end
	}
	f.until = f.share()
	f.scale = 0
	f.evaluated = evaluated{theta: f.start(f.number)}
	return nil
}

// finish returns the end of the fit, given that of the best descent: it converged if the θ that is shown is the one with
// gradient 0, and not one that a step before left.
func (f *descent) finish(end error) error {
	if slices.Equal(f.theta, f.best.theta) {
		return end
	}
	return sp.ErrLimit
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
