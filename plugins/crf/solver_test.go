package main

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/optim"
)

func TestSolversAgree(t *testing.T) {
	for _, s := range shapes {
		m, train := s.featureMap(t), s.draw(rand.New(rand.NewPCG(1, 1)), 20)
		for _, kind := range append([]string{kindTwoStage}, oneStage...) {
			value := func(c CRF) float64 {
				c.Kind, c.Lambda = kind, 0.1
				points, _ := fit(t, c, learner.Input{Train: train, Map: m, Seed: 5})
				end := kind
				if kind == kindTwoStage {
					end = kindLikelihood
				}
				v, err := objective(m, train, c.Lambda, end).Evaluate(last(points).Params, make([]float64, m.Dim()))
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			want := value(CRF{Solver: solverLBFGS, Tolerance: 1e-10})
			for name, c := range map[string]CRF{
				"gradient descent": {Solver: solverDescent, Tolerance: 1e-10},
				"sgd":              {Solver: solverSGD, Passes: 500},
				"averaged sgd":     {Solver: solverSGD, Passes: 500, Average: true, Shift: 20},
			} {
				tol := 1e-3
				if c.Solver == solverDescent {
					tol = 1e-8
					if kind == kindTwoStage { // F is not minimal in the direction of stage one's result
						tol = 1e-6
					}
				}
				if got := value(c); math.Abs(got-want) > tol*want || got < want*(1-1e-9) && kind != kindTwoStage {
					t.Errorf("%v, %s: %s reaches %v, L-BFGS %v", s, kind, name, got, want)
				}
			}
		}
	}
}

func TestGradientDescentEnds(t *testing.T) {
	// A function whose gradient lies has no step that descends.
	w := []float64{1, 2}
	r, err := gradientDescent(func(w, grad []float64) (float64, error) {
		floats.ScaleTo(grad, -1, w)
		return floats.Dot(w, w) / 2, nil
	}, w, optim.Options{OnIter: func(_, _ []float64, _ float64) (bool, error) { return false, nil }})
	if err != nil || r.Converged || r.F != 2.5 || r.Evaluations > 100 || !slices.Equal(w, []float64{1, 2}) {
		t.Errorf("%+v, %v, w = %v", r, err, w)
	}
	if _, err := gradientDescent(func(_, _ []float64) (float64, error) { return math.NaN(), nil }, w, optim.Options{}); err == nil {
		t.Error("NaN at the start passes")
	}
	// An error leaves the best point.
	stop := errors.New("budget")
	calls := 0
	r, err = gradientDescent(func(w, grad []float64) (float64, error) {
		if calls++; calls > 4 {
			return 0, stop
		}
		copy(grad, w)
		return floats.Dot(w, w) / 2, nil
	}, w, optim.Options{OnIter: func(_, _ []float64, _ float64) (bool, error) { return false, nil }})
	if !errors.Is(err, stop) || floats.Dot(w, w)/2 != r.F || r.F >= 2.5 {
		t.Errorf("%+v, %v, w = %v", r, err, w)
	}
}
