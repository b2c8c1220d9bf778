package crf

import (
	"errors"
	"math"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// TestWeighted: with weights the harness finds the reported objective, a fit converges, and a rare
// class is predicted more often.
func TestWeighted(t *testing.T) {
	m, train := shapes[0].problem(4, 40)
	for i := range train {
		for d := range train[i].Gold {
			if d%5 > 0 && train[i].Gold[d] == 2 {
				train[i].Gold[d] = 0
			}
		}
	}
	rare := func(w []float64) (n int) {
		var p sp.Potentials
		for i := range train {
			m.Potentials(&p, w, &train[i])
			for d := range train[i].N() {
				if row := p.Node[d*3:][:3]; row[2] > max(row[0], row[1]) {
					n++
				}
			}
		}
		return n
	}
	for _, kind := range []string{kindUnary, kindPseudo} {
		c := exact(kind)
		c.Tolerance = 1e-9
		in := learner.Input{Train: train, Map: m, Loss: loss.WeightedHamming{}}
		plain, _ := fit(t, c, in)
		c.Weighted = true
		points, done := fit(t, c, in)
		end := last(points)
		f := must(learnertest.Objective(*end.Objective, end.Weights, train, m, in.Loss))(t)
		if done.End != sp.Converged || done.Counts.Calls() > 0 ||
			math.Abs(f-end.Values[sp.ValueObjective]) > 1e-12 {
			t.Errorf("%s: %+v, reported %v, the harness finds %v", kind, done, end.Values, f)
		}
		if a, b := rare(last(plain).Weights), rare(end.Weights); kind == kindUnary && a >= b {
			t.Errorf("%s: the rare label wins %d times, %d with weights", kind, a, b)
		}
		in.Loss = loss.ZeroOne{}
		if _, _, err := learnertest.Try(t, &c, in); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: a loss without weights: %v", kind, err)
		}
	}
	in := weak(t)
	in.Loss = loss.WeightedHamming{}
	c := exact(kindUnary)
	c.Weighted, c.Kappa = true, 0.4
	if points, _ := fit(t, c, in); math.IsNaN(last(points).Values[sp.ValueObjective]) {
		t.Error("unknown labels: F is NaN")
	}
}
