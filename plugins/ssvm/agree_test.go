package ssvm

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// All solvers of the convex objective reach its minimum to 1e-3 relative, by the bound of the
// pairwise dual solver. No bound of the others exceeds it.
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
			best := newLearner().(*SSVM)
			best.Solver, best.Lambda, best.Passes, best.Average = solverGap, test.lambda, 1000,
				false
			last := fit(t, best, in)[0]
			bound, f := last.Values[sp.ValueBound], primal(t, in, test.lambda, last.Weights)
			if f-bound > 1e-6*bound {
				t.Fatalf("the minimum is only known to be in [%v, %v]", bound, f)
			}
			for _, l := range allSolvers() {
				if l.Solver == solverPerceptron {
					continue
				}
				l.Lambda, l.Passes = test.lambda, 6000
				last := fit(t, &l, in)[0]
				got := primal(t, in, test.lambda, last.Weights)
				t.Logf("%-22s F %.7f, %.1e above the minimum; bound %.7f", l.Solver, got, got/f-1,
					last.Values[sp.ValueBound])
				if got < bound*(1-1e-12) || got > f*(1+1e-3) {
					t.Errorf("%s: F = %v, the minimum is %v", l.Solver, got, f)
				}
				if claim := last.Values[sp.ValueBound]; claim > f*(1+1e-12) {
					t.Errorf("%s: bound %v, the minimum is %v", l.Solver, claim, f)
				}
			}
		})
	}
}
