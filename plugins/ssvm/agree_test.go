package ssvm

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// agree fails unless the pairwise dual solver knows the minimum of the convex objective, by its own
// bound, to certain, and all other solvers reach it to tolerance, both relative. No bound may exceed
// it. It returns the fit of the dual solver.
func agree(t *testing.T, in learner.Input, lambda float64, dual, others int,
	certain, tolerance float64, end func(l *SSVM) sp.Checkpoint) sp.Checkpoint {
	t.Helper()
	best := newLearner().(*SSVM)
	best.Solver, best.Lambda, best.Passes, best.Average = solverGap, lambda, dual, false
	last := end(best)
	bound, f := last.Values[sp.ValueBound], primal(t, in, lambda, last.Weights)
	if f < bound*(1-1e-12) || f > bound*(1+certain) {
		t.Fatalf("the minimum is only known to be in [%v, %v]", bound, f)
	}
	for _, l := range allSolvers() {
		if l.Solver == solverPerceptron {
			continue
		}
		l.Lambda, l.Passes = lambda, others
		at := end(&l)
		got, claim := primal(t, in, lambda, at.Weights), at.Values[sp.ValueBound]
		t.Logf("%-22s F %.7f, %.1e above the minimum; bound %.7f", l.Solver, got, got/f-1, claim)
		if got < bound*(1-1e-12) || got > f*(1+tolerance) || claim > f*(1+1e-12) {
			t.Errorf("%s: F = %v and bound %v, the minimum is %v", l.Solver, got, claim, f)
		}
	}
	return last
}

func TestSolversAgree(t *testing.T) {
	for i, test := range []struct {
		args, loss string
		edges      int
		lambda     float64
	}{
		{`{}`, "hamming-count", 0, 0.05},
		{`{}`, "weighted-hamming", 2, 0.05},
		{`{"pairs":"potts"}`, "hamming", 3, 0.05},
		{`{"pairs":"potts","nonnegative":false}`, "hamming-count", 0, 0.1},
		{`{"pairs":"none"}`, "hamming", 0, 0.05},
	} {
		t.Run(fmt.Sprintf("%s %s", test.args, test.loss), func(t *testing.T) {
			if i > 0 {
				learnertest.SkipSlow(t)
			}
			xs := words(21, 20, 3, 4)
			if test.edges > 0 {
				xs = withEdgeFeatures(xs, test.edges)
			}
			xs[3].Weight, xs[5].Weight = 2.5, 0.5
			in := learnertest.Input(xs, test.args, test.loss)
			agree(t, in, test.lambda, 1000, 6000, 1e-6, 1e-3,
				func(l *SSVM) sp.Checkpoint { return fit(t, l, in)[0].Checkpoint })
		})
	}
}
