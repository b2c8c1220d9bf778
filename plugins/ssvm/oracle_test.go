package ssvm

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/sp"
)

// Belief propagation is exact on chains: a fit with it equals the fit with the exact oracle, for
// every solver. Rounding decides some choices of bcfw-gap: its fits agree at the optimum only.
func TestBeliefPropagationOnChains(t *testing.T) {
	in := input(words(2, 20, 3, 4), `{}`)
	for _, l := range allSolvers() {
		tolerance := 1e-9
		if l.Lambda, l.Passes = 0.1, 20; l.Solver == solverGap {
			l.Passes, tolerance = 400, 1e-4
		}
		ends := func(oracle string) []float64 {
			in.Oracle = sp.Spec{Name: oracle}
			points := fit(t, &l, in)
			return points[len(points)-1].Weights
		}
		exact, lbp := ends("exact"), ends("lbp")
		if d := floats.Distance(exact, lbp, math.Inf(1)); d > tolerance || slices.Max(exact) == 0 {
			t.Errorf("%s: the weights differ by %v", l.Solver, d)
		}
	}
}
