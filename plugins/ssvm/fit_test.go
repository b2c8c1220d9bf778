package ssvm

import (
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// allSolvers returns every solver with otherwise default parameters.
func allSolvers() []SSVM {
	var all []SSVM
	for _, name := range []string{solverBCFW, solverGap, solverSubgradient, solverStochastic,
		solverPerceptron} {
		l := newLearner().(*SSVM)
		l.Solver = name
		all = append(all, *l)
	}
	return all
}

// The perceptron has no objective for an audit.
func TestObjective(t *testing.T) {
	for _, l := range allSolvers() {
		l.Passes = 1
		for _, c := range fit(t, &l, input(words(3, 5, 3, 4), "")) {
			if o := c.Objective; (o == nil) != (l.Solver == solverPerceptron) ||
				o != nil && *o != (sp.Objective{Kind: sp.ObjectiveHinge, Lambda: l.Lambda}) {
				t.Errorf("%s: %+v", l.Solver, o)
			}
		}
	}
}
