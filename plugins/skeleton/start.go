package main

import (
	"slices"

	"github.com/spbench/spbench/harness/perturb"
)

// startRange is how far from 0 a descent may begin, in widths of the box: labelings are nearly sure there, and that some
// parameters are several times as large as others is likely.
const startRange = 8

// searching reports whether there is a start that was not looked at.
func (f *descent) searching() bool {
	return f.Objective == kindExpectedLoss && f.iteration > 0 && f.iteration < f.Starts
}

// search looks at one more start, and stays there where the expected loss is less.
func (f *descent) search() error {
	next, err := f.evaluate(f.start(f.iteration))
	if err != nil {
		return err
	}
	if next.risk < f.risk {
		f.evaluated = next
	}
	f.iteration++
	return nil
}

// start returns the start of that number, which is not 0.
func (f *descent) start(number int) []float64 {
	theta := slices.Clone(f.theta)
	perturb.NewKey(f.task.Seed, "start").Uniform(theta, uint64(number))
	for i := range theta {
		if !f.of.nonNegative[i] {
			theta[i] = 2*theta[i] - 1
		}
		theta[i] *= startRange * f.Width
	}
	return theta
}
