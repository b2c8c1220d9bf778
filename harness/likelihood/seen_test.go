package likelihood_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestGradientOfWeightsSeen: with weights for features and labels seen together only, the gradient
// is the part of the whole gradient at these weights.
func TestGradientOfWeightsSeen(t *testing.T) {
	_, train := words(t)
	train = train[:3]
	dims := feature.DimsOf(&train[0])
	full := must(feature.New("linear", []byte(`{"seen":true}`), dims))(t)
	seen := feature.Seen(full, train)
	m := must(feature.NewSeen("linear", []byte(`{"seen":true}`), dims, seen))(t)
	if m.Dim() >= full.Dim()/2 {
		t.Errorf("%d weights of %d", m.Dim(), full.Dim())
	}
	chain := oracle.NewChain()
	objective := func(m sp.FeatureMap) *likelihood.Objective {
		return &likelihood.Objective{Map: m, Train: train, Lambda: 0.1,
			Term: &likelihood.Exact{Solver: func(*sp.Instance) (sp.Solver, error) { return chain, nil }}}
	}
	r := pcg(3, 3)
	w, wide := randomWeights(r, m.Dim()), make([]float64, full.Dim())
	for i, at := range seen {
		wide[at] = w[i]
	}
	grad, all := make([]float64, len(w)), make([]float64, len(wide))
	f := must(objective(m).Evaluate(w, grad))(t)
	if g, err := objective(full).Evaluate(wide, all); err != nil || math.Abs(f-g) > 1e-10 {
		t.Errorf("F = %v, by the whole map %v, %v", f, g, err)
	}
	for i, at := range seen {
		if math.Abs(grad[i]-all[at]) > 1e-12 {
			t.Errorf("weight %d: slope %v, by the whole map %v", i, grad[i], all[at])
		}
	}
}
