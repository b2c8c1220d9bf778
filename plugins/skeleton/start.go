package skeleton

import (
	"errors"
	"slices"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// startRange is the largest start of a descent, in widths of the box. At that distance labelings
// are nearly certain, and parameters of very different size are likely.
const startRange = 8

// starts are the descents of one fit. The remaining iterations are shared equally between the
// descent that begins, those that follow, and the best of all. The best one resumes last, at the
// end of its share.
type starts struct {
	number int       // of the current descent; Starts: the best one is resumed
	until  int       // last iteration of its share
	side   []float64 // the gradient at θ = 0
	best   evaluated // best visited so far; its grad is nil before the first
	leader int       // the descent that visited best
	left   left      // end point of the leader
}

// A left is the end point of a descent.
type left struct {
	evaluated
	scale float64
	end   error // its error; nil: its share was used up
}

// several reports whether there is more than one descent.
func (l *Skeleton) several() bool { return l.Objective == kindExpectedLoss && l.Starts > 1 }

// step visits one more θ: of the current descent, at the start of the next, or, after the last, of
// the best.
func (f *descent) step() error {
	if !f.several() {
		return f.descend()
	}
	for {
		end := error(nil) // of the current descent; nil: its share is used up
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

// remember stores the θ visited last if it is the best.
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

// ended reports whether the error means that a descent cannot continue.
func ended(err error) bool {
	return errors.Is(err, learner.ErrConverged) || errors.Is(err, sp.ErrLimit)
}

// share returns the last iteration of the share of a new descent.
func (f *descent) share() int {
	return f.iteration + max(1, (f.Iterations-f.iteration)/(f.Starts-f.number+1))
}

// next ends the current descent with error end (nil: its share is used up). It moves to the next
// start or, after the last, to the end point of the best descent. It returns the error of the best
// descent if that cannot continue.
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

// finish returns the end of the fit, given the error of the best descent. The fit converged only if
// the reported θ itself has gradient 0.
func (f *descent) finish(end error) error {
	if slices.Equal(f.theta, f.best.theta) {
		return end
	}
	return sp.ErrLimit
}

// start returns start number, which is not 0, on the side of 0 chosen by the first step from 0.
func (f *descent) start(number int) []float64 {
	theta := make([]float64, len(f.of.directions))
	perturb.NewKey(f.task.Seed, "start").Uniform(theta, uint64(number))
	for i := range theta {
		if theta[i] *= startRange * f.width[i]; !f.of.nonNegative[i] && f.side[i] > 0 {
			theta[i] = -theta[i]
		}
	}
	return theta
}

// shown returns the reported θ: the last visited one or, with several descents, the best so far.
func (f *descent) shown() *evaluated {
	if f.several() && f.best.grad != nil {
		return &f.best
	}
	return &f.evaluated
}
