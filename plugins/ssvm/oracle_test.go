package ssvm

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Belief propagation is exact on chains: a fit with it equals the fit with the exact oracle, for
// every solver. Rounding decides some choices of bcfw-gap, so its two fits take different ways. But
// F is λ-strongly convex: weights with duality gap g = F(w) − bound are at most √(2g/λ) from the
// minimum. The bound of each fit is below F of the other. The largest gap of 298 seeds is 1.5e-5·F.
func TestBeliefPropagationOnChains(t *testing.T) {
	for seed := range uint64(3) {
		in := input(words(seed, 20, 3, 4), `{}`)
		for _, l := range allSolvers() {
			if l.Lambda, l.Passes = 0.1, 20; l.Solver == solverGap {
				l.Passes, l.Average = 1000, false
			}
			ends := func(name string) (w []float64, f, bound float64) {
				in.Oracle = sp.Spec{Name: name}
				points := fit(t, &l, in)
				end := points[len(points)-1]
				return end.Weights, primalBy(t, oracle.NewChain(), in, l.Lambda, end.Weights),
					end.Values[sp.ValueBound]
			}
			exact, f, bound := ends("exact")
			lbp, g, below := ends("lbp")
			tolerance := 1e-9
			if l.Solver == solverGap {
				tolerance += math.Sqrt(2*max(f-bound, 0)/l.Lambda) +
					math.Sqrt(2*max(g-below, 0)/l.Lambda)
				low, high := min(bound, below), max(f, g)
				if max(bound, below) > min(f, g)*(1+1e-12) || high > low*(1+1e-4) {
					t.Errorf("seed %d: F is %v and %v, the bounds are %v and %v", seed, f, g, bound,
						below)
				}
			}
			if d := floats.Distance(exact, lbp, 2); !(d <= tolerance) || slices.Max(exact) == 0 {
				t.Errorf("%s, seed %d: the weights differ by %v", l.Solver, seed, d)
			}
		}
	}
}
