package crf

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// TestLeastSquares: the optimum solves the normal equations. Without costs there is none.
func TestLeastSquares(t *testing.T) {
	s := shape{3, 2, 0, false, `{"pairs":"none"}`}
	m, train := s.problem(4, 20)
	n, total := m.Dim(), 0.0
	a, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i := range train {
		x := &train[i]
		total += x.Weight
		for v := range x.Gold {
			for k := range x.K {
				phi := make([]float64, n) // the score of label k is ⟨w, φ⟩
				mu := sp.Marginals{Node: make([]float64, x.N()*x.K), NodeOnly: true}
				mu.Node[v*x.K+k] = 1
				m.AddMean(phi, 1, x, &mu)
				u := mat.NewVecDense(n, phi)
				a.SymRankOne(a, x.Weight, u)
				b.AddScaledVec(b, -x.Weight*x.Costs[v*x.K+k], u)
			}
		}
	}
	for j := range n {
		a.SetSym(j, j, a.At(j, j)+0.1*total)
	}
	var want mat.VecDense
	if err := want.SolveVec(a, b); err != nil {
		t.Fatal(err)
	}
	points, _ := fit(t, exact(kindSquares), learner.Input{Train: train, Map: m})
	for j, w := range last(points).Weights {
		if math.Abs(w-want.AtVec(j)) > 1e-6 {
			t.Errorf("weight %d is %v, want %v", j, w, want.AtVec(j))
		}
	}
	train[3].Costs = nil
	c := exact(kindSquares)
	if _, _, err := learnertest.Try(t, &c, learner.Input{Train: train, Map: m}); !errors.Is(err,
		errors.ErrUnsupported) {
		t.Errorf("without costs: %v", err)
	}
}
