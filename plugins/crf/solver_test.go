package crf

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/learner"
)

func TestSolversAgree(t *testing.T) {
	for _, s := range shapes {
		m, train := s.problem(1, 20)
		for _, kind := range append([]string{kindTwoStage}, oneStage...) {
			value := func(c CRF) float64 {
				c.Kind, c.Lambda = kind, 0.1
				points, _ := fit(t, c, learner.Input{Train: train, Map: m, Seed: 5})
				end := kind
				if kind == kindTwoStage {
					end = kindLikelihood
				}
				v := must(objective(m, train, c.Lambda, end).Evaluate(last(points).Weights,
					make([]float64, m.Dim())))(t)
				return v
			}
			want := value(CRF{Epsilon: 1, Solver: solverLBFGS, Tolerance: 1e-10})
			for name, c := range map[string]CRF{
				"gradient descent": {Epsilon: 1, Solver: solverDescent, Tolerance: 1e-10},
				"sgd":              {Epsilon: 1, Solver: solverSGD, Passes: 500},
				"averaged sgd":     {Epsilon: 1, Solver: solverSGD, Passes: 500, Average: true, Shift: 20},
			} {
				tol := 1e-3
				if c.Solver == solverDescent {
					tol = 1e-8
					// F is not minimal along the result of stage one
					if kind == kindTwoStage {
						tol = 1e-6
					}
				}
				if got := value(c); math.Abs(got-want) > tol*want ||
					got < want*(1-1e-9) && kind != kindTwoStage {
					t.Errorf("%v, %s: %s reaches %v, L-BFGS %v", s, kind, name, got, want)
				}
			}
		}
	}
}
