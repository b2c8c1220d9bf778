package crf

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

func TestTwoStage(t *testing.T) {
	for _, s := range shapes {
		m, train := s.problem(5, 15)
		unary, _ := fit(t, exact(kindUnary), learner.Input{Train: train, Map: m})
		u := last(unary).Weights
		points, _ := fit(t, exact(kindTwoStage),
			learner.Input{Train: train, Map: m, Schedule: sp.Schedule{First: 1, Factor: 1.2}})
		w, grad := last(points).Weights, make([]float64, m.Dim())
		value, err := objective(m, train, 0.1, kindLikelihood).Evaluate(w, grad)
		if err != nil || math.Abs(value-last(points).Values["objective"]) > 1e-12 ||
			last(points).Objective != nil {
			t.Errorf("%v: claimed %v, F is %v, %v; audited: %v", s, last(points).Values, value, err,
				last(points).Objective)
		}
		for i := 1; i < len(points); i++ {
			if points[i].Values["objective"] > points[i-1].Values["objective"]+1e-12 {
				t.Errorf("%v: F rises from %v to %v", s, points[i-1].Values, points[i].Values)
			}
		}
		// The node weights have the direction of u; along it and in the pair weights F is minimal.
		scale := floats.Dot(w, u) / floats.Dot(u, u)
		along := floats.Dot(grad, u)
		bounded := m.NonNegative()
		for i := range w {
			switch {
			case u[i] != 0:
				if math.Abs(w[i]-scale*u[i]) > 1e-12 {
					t.Errorf("%v: weight %d is %v, %v·%v is expected", s, i, w[i], scale, u[i])
				}
			case slices.Contains(bounded, i) && w[i] == 0:
				if grad[i] < -1e-5 {
					t.Errorf("%v: strength %d is held at 0 with gradient %v", s, i, grad[i])
				}
			case i >= m.Dim()-pairWeights(m, train) && math.Abs(grad[i]) > 1e-5:
				t.Errorf("%v: pair weight %d has gradient %v", s, i, grad[i])
			}
		}
		if math.Abs(along) > 1e-5 {
			t.Errorf("%v: the gradient along the node weights is %v", s, along)
		}
	}
}

// pairWeights returns the number of weights touched by edges.
func pairWeights(m sp.FeatureMap, train []sp.Instance) int {
	x := train[0]
	for _, y := range train {
		if len(y.Edges) > len(x.Edges) {
			x = y
		}
	}
	whole, apart := m.Support(nil, &x), m.Support(nil, &likelihood.WithoutEdges([]sp.Instance{x})[0])
	return int(whole[len(whole)-1] - apart[len(apart)-1])
}

// The map passes the checks of feature maps and has the node scores of the wrapped map.
func TestFrozenMap(t *testing.T) {
	for _, s := range shapes {
		rng := seeded(6)
		m, train := s.featureMap(), s.draw(rng, 6)
		u := randomWeights(rng, m.Dim())
		frozen, bare := freeze(m, u, train, likelihood.WithoutEdges(train))
		w := randomWeights(rng, frozen.Dim())
		for i := range bare {
			x := &bare[i]
			var p, node, whole sp.Potentials
			frozen.Potentials(&p, w, x)
			m.Potentials(&node, u, &train[i])
			m.Potentials(&whole, w[:m.Dim()], &train[i])
			for j := range p.Node {
				if p.Node[j] != w[m.Dim()]*node.Node[j] {
					t.Fatalf("%v: node score %v, want %v·%v", s, p.Node[j], w[m.Dim()],
						node.Node[j])
				}
			}
			if !slices.Equal(p.Pair.Table, whole.Pair.Table) ||
				!slices.Equal(p.Pair.Potts, whole.Pair.Potts) {
				t.Fatalf("%v: pair scores differ", s)
			}
			phi, support := make([]float64, frozen.Dim()), frozen.Support(nil, x)
			frozen.Add(phi, 1, x, x.Gold)
			if got := floats.Dot(w, phi); math.Abs(got-p.Score(x.Gold)) > 1e-9 {
				t.Errorf("%v: ⟨w,φ⟩ = %v, score %v", s, got, p.Score(x.Gold))
			}
			inside := 0.0
			for r := 0; r < len(support); r += 2 {
				inside += floats.Norm(phi[support[r]:support[r+1]], 1)
			}
			if math.Abs(inside-floats.Norm(phi, 1)) > 1e-9 {
				t.Errorf("%v: φ reaches outside its support %v", s, support)
			}
		}
	}
}
