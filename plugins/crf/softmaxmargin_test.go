package crf

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// softmaxMargin returns a CRF of the family, trained to the precision of the arithmetic.
func softmaxMargin(epsilon, margin float64) CRF {
	c := exact(kindLikelihood)
	c.Epsilon, c.Margin = epsilon, margin
	return c
}

// TestSoftmaxMargin: the fit ends at the minimum of its objective. The harness finds the reported
// value, and a bound next to it.
func TestSoftmaxMargin(t *testing.T) {
	for _, s := range shapes {
		for _, c := range []CRF{softmaxMargin(1, 1), softmaxMargin(0.3, 1), softmaxMargin(4, 0.5)} {
			m, train := s.problem(1, 12)
			in := learner.Input{Train: train, Map: m, Loss: learnertest.Loss("hamming-count")}
			points, done := fit(t, c, in)
			end := last(points)
			r := run{CRF: &c, task: &sp.Task{Train: train, Map: m, Loss: in.Loss,
				Solver: func(x *sp.Instance) (sp.Solver, error) { return oracle.New(x, m) }}}
			grad := make([]float64, m.Dim())
			f := must(r.objective(train).Evaluate(end.Weights, grad))(t)
			optimal(t, fmt.Sprint(s, c.Epsilon), m, end.Weights, grad)
			audited, err := learnertest.Objective(*end.Objective, end.Weights, train, m, in.Loss)
			if v := end.Values; err != nil || math.Abs(audited-f) > 1e-12*f ||
				v[sp.ValueObjective] != f || f-v[sp.ValueBound] > 1e-9*f || done.End == sp.EndedByLimit {
				t.Errorf("%v, %v: F = %v, the harness has %v, %v; %v, %s", s, c.Epsilon, f, audited, err, v,
					done.End)
			}
		}
	}
}

// TestScoresOverEpsilon: decoders get the scores of the learned distribution.
func TestScoresOverEpsilon(t *testing.T) {
	m, train := shapes[0].problem(1, 5)
	task, w := &sp.Task{Map: m}, randomWeights(seeded(2), m.Dim())
	for _, epsilon := range []float64{1, 0.25} {
		var p, want sp.Potentials
		c := softmaxMargin(epsilon, 1)
		need(t, c.Potentials(task, &p, w, &train[4]))
		m.Potentials(&want, w, &train[4])
		want.Scale(1 / epsilon)
		if !slices.Equal(p.Node, want.Node) || !slices.Equal(p.Pair.Table, want.Pair.Table) {
			t.Errorf("%v: %v, want %v", epsilon, p, want)
		}
	}
}

// TestSoftmaxMarginOfKnownLabels: with unknown labels the fit ends at a stationary point.
func TestSoftmaxMarginOfKnownLabels(t *testing.T) {
	in := weak(t)
	c := softmaxMargin(0.4, 1)
	c.Kappa = 0.4
	points, _ := fit(t, c, in)
	all := slices.Clone(in.Train)
	for _, x := range in.Partial {
		x.Weight *= c.Kappa
		all = append(all, x)
	}
	term := &likelihood.SoftmaxMargin{Exact: likelihood.Exact{
		Solver: oracle.NewPool(in.Map, nil).Get}, Loss: in.Loss, Epsilon: c.Epsilon, Margin: c.Margin}
	o := likelihood.Objective{Map: in.Map, Train: all, Lambda: c.Lambda, Term: term}
	grad := make([]float64, in.Map.Dim())
	must(o.Evaluate(last(points).Weights, grad))(t)
	if norm := floats.Norm(grad, 2); norm > 1e-5 {
		t.Errorf("gradient of norm %v", norm)
	}
}

// TestMessagesMustConverge: with sums by messages, an ε too small for their convergence is a dash.
func TestMessagesMustConverge(t *testing.T) {
	train, _ := learnertest.Instances(t, "blobs",
		`{"images": 4, "rows": 5, "columns": 5, "noise": 1.5}`)
	for _, solver := range []string{solverLBFGS, solverSGD} {
		for epsilon, converges := range map[float64]bool{30: true, 0.01: false} {
			c := softmaxMargin(epsilon, 1)
			c.Solver, c.Passes, c.Lambda, c.Tolerance = solver, 10, 1, 1e-3
			in := learnertest.Input(train, "", "hamming-count")
			in.Oracle = sp.Spec{Name: "lbp", Args: []byte(`{"sweeps": 30}`)}
			in.Budget.Passes = 30
			_, _, err := learnertest.Try(t, &c, in)
			if converges != (err == nil) || !converges &&
				(!errors.Is(err, errors.ErrUnsupported) ||
					!strings.Contains(err.Error(), "no objective at epsilon 0.01: loopy")) {
				t.Errorf("%s, epsilon %v: %v", solver, epsilon, err)
			}
		}
	}
}
