package crf

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// naive is textbook sgd on dense vectors. It starts at w and changes it.
func naive(t *testing.T, c CRF, m sp.FeatureMap, train []sp.Instance, seed uint64,
	w []float64) []float64 {
	t.Helper()
	o := objective(m, train, c.Lambda, c.Kind)
	average, grad := make([]float64, m.Dim()), make([]float64, m.Dim())
	order, perm := rand.New(rand.NewPCG(seed, 0x6f72646572)), make([]int, len(train))
	for i := range perm {
		perm[i] = i
	}
	eta := c.Eta
	if eta == 0 {
		eta = 1 / c.Lambda
	}
	step, total, radius, squares := 0, 0.0, 0.0, 0.0
	for range c.Passes {
		order.Shuffle(len(perm), func(i, j int) { perm[i], perm[j] = perm[j], perm[i] })
		for _, i := range perm {
			clear(grad)
			value := must(o.Add(grad, train[i].Weight*float64(len(train))/o.Total(), w, 1,
				&o.Train[i]))(t)
			step++
			gamma := min(eta/(float64(step)+c.Shift), 1/c.Lambda)
			if c.Eta == 0 {
				squares += floats.Dot(grad, grad)
				if step == 1 {
					radius = train[i].Weight * float64(len(train)) / o.Total() * value / math.Sqrt(squares)
				}
				radius = max(radius, floats.Norm(w, 2))
				gamma = min(gamma, radius/math.Sqrt(squares))
			}
			floats.Scale(1-gamma*c.Lambda, w)
			floats.AddScaled(w, -gamma, grad)
			optim.Project(w, m.NonNegative())
			floats.AddScaled(average, float64(step), w)
			total += float64(step)
		}
	}
	if c.Average {
		floats.ScaleTo(w, 1/total, average)
	}
	return w
}

func TestSGDAgainstItsDefinition(t *testing.T) {
	for _, s := range shapes {
		m, train := s.problem(2, 15)
		for _, c := range []CRF{
			{Epsilon: 1, Kind: kindLikelihood, Lambda: 0.1},
			{Epsilon: 1, Kind: kindPseudo, Lambda: 0.1, Average: true},
			{Epsilon: 1, Kind: kindLikelihood, Lambda: 0.1, Eta: 0.5, Shift: 3, Average: true},
			// cut to 1/λ for ten steps
			{Epsilon: 1, Kind: kindPiecewise, Lambda: 0.1, Eta: 100, Average: true},
			{Epsilon: 1, Kind: kindUnary, Lambda: 2, Eta: 40, Shift: 5},
			// the scale of w would underflow
			{Epsilon: 1, Kind: kindPseudo, Lambda: 10, Eta: 1, Shift: 9, Passes: 40, Average: true},
		} {
			c.Solver, c.Tolerance, c.Passes = solverSGD, 0.5, max(c.Passes, 7)
			points, done := fit(t, c, learner.Input{Train: train, Map: m, Seed: 9})
			want := naive(t, c, m, train, 9, make([]float64, m.Dim()))
			if d := floats.Distance(last(points).Weights, want, math.Inf(1)); !(d <= 1e-9) ||
				len(points) != 1 || done.End == sp.EndedByBudget {
				t.Errorf("%v, %+v: %d checkpoints, %v from the definition", s, c, len(points), d)
			}
		}
	}
}
