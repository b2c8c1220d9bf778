package crf

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestSGDIsStable: rounding in the last digits of the features must not decide the quality of sgd,
// even with a weak regulariser. With steps η/t and the η of the theory, rounding moved the loss of
// some seeds by 27 points.
func TestSGDIsStable(t *testing.T) {
	xs, _ := learnertest.Instances(t, "blobs", `{"images":120,"rows":8,"columns":8,"seed":2}`)
	m := learnertest.Linear(`{"pairs":"potts"}`, &xs[0])
	train, test := xs[:40], xs[40:]
	moved := nudged(train)
	for _, kind := range []string{kindLikelihood, kindPseudo} {
		for _, lambda := range []float64{1e-3, 1e-2, 0.1} {
			for seed := range uint64(5) {
				c := CRF{Kind: kind, Solver: solverSGD, Lambda: lambda, Passes: 4}
				score := func(train []sp.Instance) float64 {
					points, _ := fit(t, c, learner.Input{Train: train, Map: m, Seed: seed})
					return wrongByInstance(t, test, m, last(points).Weights)
				}
				is, was := score(moved), score(train)
				t.Logf("%s, λ = %v, seed %d: %.2f %% wrong, nudged %.2f %%", kind, lambda, seed,
					was, is)
				if math.Abs(is-was) > 0.5 {
					t.Errorf("%s, λ = %v, seed %d: %.2f %% wrong, with features that differ in "+
						"their last digit %.2f %%", kind, lambda, seed, was, is)
				}
			}
		}
	}
}

// nudged returns the instances with each feature moved to a neighbouring floating-point number, or
// left.
func nudged(list []sp.Instance) []sp.Instance {
	rng := seeded(1)
	list = slices.Clone(list)
	for i := range list {
		x := &list[i]
		x.Node.Dense = slices.Clone(x.Node.Dense)
		for j, v := range x.Node.Dense {
			if v != 0 {
				x.Node.Dense[j] = math.Nextafter32(v, v*float32(rng.IntN(3)))
			}
		}
	}
	return list
}

// wrongByInstance returns the error of the MAP labelings in per cent, averaged over instances.
func wrongByInstance(t *testing.T, test []sp.Instance, m sp.FeatureMap, w []float64) (wrong float64) {
	t.Helper()
	var p sp.Potentials
	for i := range test {
		x := &test[i]
		s := must(oracle.New(x, m))(t)
		y := make([]int32, x.N())
		m.Potentials(&p, w, x)
		must(s.MAP(y, &p))(t)
		wrong += 100 * loss.Hamming{Mean: true}.Value(x, x.Gold, y) / float64(len(test))
	}
	return wrong
}
