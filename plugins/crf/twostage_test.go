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
