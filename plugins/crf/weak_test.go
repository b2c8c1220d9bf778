package crf

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// weak returns labelled chains, and others with every second label unknown.
func weak(t testing.TB) learner.Input {
	in := learnertest.Input(shapes[0].draw(seeded(5), 12), `{}`, "hamming")
	in.Partial = slices.Clone(in.Train[6:])
	in.Train = in.Train[:6]
	for i := range in.Partial {
		x := &in.Partial[i]
		x.Weight, x.Gold = 0.5+float64(i), slices.Clone(x.Gold)
		for d := i % 2; d < x.N(); d += 2 {
			x.Gold[d] = sp.Unknown
		}
	}
	return in
}

// TestUnknownLabels: the result is a stationary point of the likelihood of the known labels. κ
// multiplies weights. The fit claims nothing.
func TestUnknownLabels(t *testing.T) {
	in := weak(t)
	for _, kind := range []string{kindLikelihood, kindUnary} {
		c := exact(kind)
		alone, _ := fit(t, c, in)
		c.Kappa = 0.4
		points, _ := fit(t, c, in)
		end := last(points)
		if _, bound := end.Values[sp.ValueBound]; bound || end.Objective != nil {
			t.Errorf("%s: the fit claims %v, %v", kind, end.Objective, end.Values)
		}
		all := slices.Clone(in.Train)
		for _, x := range in.Partial {
			x.Weight *= c.Kappa
			all = append(all, x)
		}
		if kind == kindUnary {
			all = likelihood.WithoutEdges(all)
		}
		pool := oracle.NewPool(in.Map, nil)
		o := likelihood.Objective{Map: in.Map, Train: all, Lambda: c.Lambda,
			Term: &likelihood.Exact{Solver: pool.Get}}
		grad := make([]float64, in.Map.Dim())
		f := must(o.Evaluate(end.Weights, grad))(t)
		if norm := floats.Norm(grad, 2); norm > 1e-5 {
			t.Errorf("%s: gradient of norm %v", kind, norm)
		}
		before, _ := o.Evaluate(last(alone).Weights, grad)
		if f >= before {
			t.Errorf("%s: F is %v, and %v without the other instances", kind, f, before)
		}
		c.Solver, c.Average, c.Passes = solverSGD, true, 2000
		stochastic, _ := fit(t, c, in)
		if g, _ := o.Evaluate(last(stochastic).Weights, grad); g > f*1.02 {
			t.Errorf("%s: F is %v by sgd, %v by L-BFGS", kind, g, f)
		}
	}
}
