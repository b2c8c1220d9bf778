package crf

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// fit runs c and returns all checkpoints; the last holds the result.
func fit(t testing.TB, c CRF, in learner.Input) ([]sp.Stamped, sp.Done) {
	t.Helper()
	return learnertest.Fit(t, &c, in)
}

func last(points []sp.Stamped) sp.Stamped { return points[len(points)-1] }

// exact returns a CRF that is trained to the precision of the arithmetic.
func exact(kind string) CRF {
	return CRF{Epsilon: 1, Kind: kind, Solver: solverLBFGS, Lambda: 0.1, Tolerance: 1e-12}
}

// TestOptimum: no feasible direction lowers F at the end of a fit, and F there is the one reported.
// F is convex.
func TestOptimum(t *testing.T) {
	for _, s := range shapes {
		for _, kind := range oneStage {
			m, train := s.problem(1, 12)
			points, _ := fit(t, exact(kind), learner.Input{Train: train, Map: m})
			w, grad := last(points).Weights, make([]float64, m.Dim())
			value := must(objective(m, train, 0.1, kind).Evaluate(w, grad))(t)
			optimal(t, fmt.Sprint(s, kind), m, w, grad)
			if claim := last(points).Values["objective"]; claim != value {
				t.Errorf("%v, %s: reported %v, the objective is %v", s, kind, claim, value)
			}
		}
	}
}

// optimal fails unless w satisfies the sign constraints, and grad vanishes but for those.
func optimal(t *testing.T, what string, m sp.FeatureMap, w, grad []float64) {
	t.Helper()
	bounds := m.NonNegative()
	for i, g := range grad {
		if slices.Contains(bounds, i) {
			g = w[i] - max(w[i]-g, 0) // vanishes iff w, g >= 0 and w·g = 0
		}
		if w[i] < 0 && slices.Contains(bounds, i) || math.Abs(g) > 1e-5 {
			t.Errorf("%s: weight %d = %v with gradient %v is not optimal", what, i, w[i], grad[i])
		}
	}
}

// TestGraphWithoutOracle: on a complete graph no oracle sums over labelings; objectives without
// oracle calls still work.
func TestGraphWithoutOracle(t *testing.T) {
	t.Run("no solver", func(t *testing.T) { graphWithoutOracle(t, shapes[0]) })
	t.Run("cuts only", func(t *testing.T) { graphWithoutOracle(t, shapes[1]) })
}

func graphWithoutOracle(t *testing.T, s shape) {
	m, train := s.problem(7, 10)
	x := &train[9]
	const n = 20
	*x = sp.Instance{ID: "dense", Weight: 1, K: x.K, Node: dense(seeded(8), n, s.node)}
	for v := range int32(n) {
		x.Gold = append(x.Gold, v%int32(x.K))
		for u := range v {
			x.Edges = append(x.Edges, sp.Edge{U: u, V: v})
		}
	}
	in := learner.Input{Train: train, Map: m, Schedule: sp.Schedule{First: 0.1, Factor: 1.5}}
	for _, solver := range []string{solverLBFGS, solverDescent, solverSGD} {
		for _, kind := range []string{kindLikelihood, kindTwoStage} {
			c := exact(kind)
			c.Solver = solver
			points, _, err := learnertest.Try(t, &c, in)
			if !errors.Is(err, errors.ErrUnsupported) || len(points) > 0 {
				t.Errorf("%s by %s: %d checkpoints, error %v", kind, solver, len(points), err)
			}
		}
		for _, kind := range []string{kindUnary, kindPseudo, kindPiecewise} {
			c := exact(kind)
			c.Solver = solver
			points, _ := fit(t, c, in)
			pairs := floats.Norm(last(points).Weights[s.node*s.labels:], 1)
			if (pairs == 0) != (kind == kindUnary) || last(points).Objective == nil ||
				last(points).Objective.Kind != kind {
				t.Errorf("%s by %s: pair weights of norm %v, reported objective %v", kind, solver,
					pairs, last(points).Objective)
			}
			f, err := learnertest.Objective(*last(points).Objective, last(points).Weights, in.Train,
				in.Map, nil)
			if claimed, ok := last(points).Values[sp.ValueObjective]; ok != (solver != solverSGD) ||
				err != nil || ok && math.Abs(claimed-f) > 1e-12*f {
				t.Errorf("%s by %s: reported %v, the harness finds %v, %v", kind, solver, claimed, f,
					err)
			}
		}
	}
}

// must returns v, or ends the test.
func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		need(t, err)
		return v
	}
}

// need ends the test after an error.
func need(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
