package crf

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// proximal minimises F by accelerated proximal gradient steps with restarts (Beck & Teboulle 2009;
// O'Donoghue & Candès 2015). It leaves the result in w.
func proximal(o *likelihood.Objective, l1 float64, w []float64) float64 {
	at, grad, old, momentum := slices.Clone(w), slices.Clone(w), slices.Clone(w), 1.0
	const curvature, steps = 20, 1200
	for range steps {
		copy(old, w)
		o.Evaluate(at, grad)
		uphill := 0.0
		for i := range w {
			v := at[i] - grad[i]/curvature
			w[i] = math.Copysign(max(math.Abs(v)-l1/curvature, 0), v)
			if slices.Contains(o.Map.NonNegative(), i) {
				w[i] = max(w[i], 0)
			}
			uphill += (at[i] - w[i]) * (w[i] - old[i])
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		if uphill > 0 {
			momentum, next = 1, 1
		}
		floats.AddScaledTo(at, w, -(momentum-1)/next, floats.SubTo(old, old, w))
		momentum = next
	}
	f, _ := o.Evaluate(w, grad)
	return f + l1*floats.Norm(w, 1)
}

// TestL1: under L1 and under both norms the fit ends at the minimum that another method finds. The
// harness finds its objective, and no bound is above the minimum. A weight is 0 in one result and
// not in the other only where its gradient is at ±λ₁.
func TestL1(t *testing.T) {
	for n, s := range shapes {
		m, train := s.problem(3, 15)
		kinds := oneStage
		if n > 1 {
			kinds = kinds[:1]
		}
		for _, kind := range kinds {
			c := exact(kind)
			c.Lambda, c.L1, c.Tolerance = []float64{0, 1e-3}[n%2], 0.05, 1e-7
			o := objective(m, train, c.Lambda, kind)
			want := make([]float64, m.Dim())
			least := proximal(o, c.L1, want)
			points, done := fit(t, c, learner.Input{Train: train, Map: m,
				Schedule: sp.Schedule{First: 1, Factor: 1.1}})
			end := last(points)
			f := must(learnertest.Objective(*end.Objective, end.Weights, train, m, nil))(t)
			if reported := end.Values[sp.ValueObjective]; done.End != sp.Converged ||
				math.Abs(reported-f) > 1e-12 || math.Abs(f-least) > 1e-6*least {
				t.Errorf("%v, %s: %s, reported %v, the harness finds %v, another method %v", s, kind,
					done.End, reported, f, least)
			}
			for _, p := range points {
				if bound, ok := p.Values[sp.ValueBound]; bound > least+1e-9 || !ok {
					t.Errorf("%v, %s: bound %v, minimum %v", s, kind, bound, least)
				}
			}
			grad, zeros := make([]float64, m.Dim()), 0
			o.Evaluate(end.Weights, grad)
			for i, v := range end.Weights {
				g := math.Abs(grad[i] - c.Lambda*v)
				if v == 0 {
					zeros++
				}
				if (v == 0) != (want[i] == 0) && math.Abs(g-c.L1) > 1e-4*c.L1 {
					t.Errorf("%v, %s: weight %d is %v and %v, gradient %v", s, kind, i, v, want[i], g)
				}
			}
			if zeros == 0 {
				t.Errorf("%v, %s: no weight is 0", s, kind)
			}
		}
	}
}

// TestL1Refused: what has no meaning is an error before the fit.
func TestL1Refused(t *testing.T) {
	m, train := shapes[0].problem(3, 4)
	for what, c := range map[string]CRF{"lambda": {Kind: kindLikelihood}, "two-stage": {
		Kind: kindTwoStage, L1: 0.1}} {
		_, _, err := learnertest.Try(t, &c, learner.Input{Train: train, Map: m})
		if !errors.Is(err, sp.ErrParams) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// l1ByDefault is throughByDefault for L1 without λ.
const l1ByDefault = "l1-by-default"

func TestConformanceOfL1(t *testing.T) { learnertest.RunWith(t, l1ByDefault) }

// TestL1Threads: threads and budgets change no bit.
func TestL1Threads(t *testing.T) {
	m, train := shapes[2].problem(3, 60)
	c := exact(kindLikelihood)
	c.L1 = 0.02
	for _, passes := range []float64{0, 5.5} {
		learnertest.Threads(t, "L1", &c, learner.Input{Train: train, Map: m,
			Budget: sp.Budget{Passes: passes}, Schedule: sp.Schedule{First: 1, Factor: 1.5}}, 2, 3)
	}
}
