package partclamp

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestUnknownLabels: with all states, the difference of bounds is the likelihood of the known
// labels, and the result a stationary point of it. Fewer states and online claim nothing either.
func TestUnknownLabels(t *testing.T) {
	train := images(1, 6, 3, 3, 2, 0.6, 0.3)
	partial := slices.Clone(train[3:])
	for i := range partial {
		x := &partial[i]
		x.Gold = slices.Clone(x.Gold)
		for d := i; d < x.N(); d += 2 {
			x.Gold[d] = sp.Unknown
		}
	}
	m := linear(`{"pairs":"potts"}`, &train[0])
	in := learner.Input{Train: train[:3], Partial: partial, Map: m}
	all := slices.Clone(train[:3])
	for _, x := range partial {
		x.Weight *= 0.5
		all = append(all, x)
	}
	pool := oracle.NewPool(m, nil)
	o := likelihood.Objective{Map: m, Train: all, Lambda: 0.05,
		Term: &likelihood.Exact{Solver: pool.Get}}
	grad := make([]float64, m.Dim())
	for _, growth := range []string{"breadth-first", growthNone} {
		last, _ := fit(t, with(func(c *PartClamp) {
			c.Growth, c.Lambda, c.States, c.Rounds, c.Partitions, c.Tolerance, c.Kappa =
				growth, 0.05, 600, 600, 1, 1e-12, 0.5
		}), in)
		if _, err := o.Evaluate(last.Weights, grad); err != nil || floats.Norm(grad, 2) > 1e-4 {
			t.Errorf("growth %s: gradient of norm %v, %v", growth, floats.Norm(grad, 2), err)
		}
		if _, bound := last.Values[sp.ValueBound]; bound || last.Objective != nil {
			t.Errorf("growth %s: the fit claims %v, %v", growth, last.Objective, last.Values)
		}
	}
	best, _ := o.Evaluate(minimumFrom(t, &o), grad)
	for _, mode := range []string{modeBatch, modeOnline} {
		few, _ := fit(t, with(func(c *PartClamp) {
			c.Mode, c.Lambda, c.States, c.Kappa, c.Passes = mode, 0.05, 8, 0.5, 0
			if mode == modeOnline {
				c.Passes, c.Average, c.Shift = 400, true, 10
			}
		}), in)
		if f, _ := o.Evaluate(few.Weights, grad); f > 1.1*best || few.Objective != nil {
			t.Errorf("%s: F is %v, the best is %v", mode, f, best)
		}
	}
}

// minimumFrom returns the minimum of o near that of the labelled instances.
func minimumFrom(t *testing.T, o *likelihood.Objective) []float64 {
	t.Helper()
	return minimum(t, o.Map, o.Train, o.Lambda, o.Term)
}
