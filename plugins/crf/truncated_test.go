package crf

import (
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// through returns every objective through every inference.
func through() (list []CRF) {
	for _, kind := range []string{kindUnivariate, kindClique, kindExpected} {
		for _, inference := range []string{throughLBP, throughMeanField} {
			c := exact(kind)
			c.Through, c.Sweeps = inference, 4
			list = append(list, c)
		}
	}
	return list
}

func withLoss(in learner.Input) learner.Input {
	in.Loss = loss.Hamming{Mean: true}
	return in
}

// TestThroughSweeps: a fit on grids ends at a stationary point of its own objective, and claims
// nothing. Its evaluations count sweeps, and no oracle calls.
func TestThroughSweeps(t *testing.T) {
	train, _ := learnertest.Instances(t, "blobs", `{"images": 20, "rows": 3, "columns": 4}`)
	in := withLoss(learner.Input{Train: train, Map: learnertest.Linear("", &train[0])})
	for _, c := range through() {
		c.Tolerance = 1e-10
		points, done := fit(t, c, in)
		end := last(points)
		r := run{CRF: &c, task: &sp.Task{Train: train, Map: in.Map, Loss: in.Loss,
			Visit: func() error { return nil }, Sweep: func() error { return nil }}}
		grad := make([]float64, in.Map.Dim())
		o := r.objective(train)
		start := must(o.Evaluate(make([]float64, len(grad)), grad))(t)
		f, _ := o.Evaluate(end.Weights, grad)
		if norm := floats.Norm(grad, 2); norm > 1e-5 || !(f < 0.95*start) ||
			f != end.Values[sp.ValueObjective] {
			t.Errorf("%s through %s: from %v to %v, reported %v, gradient of norm %v", c.Kind, c.Through,
				start, f, end.Values, norm)
		}
		_, bound := end.Values[sp.ValueBound]
		if n := done.Counts; bound || end.Objective != nil || done.End != sp.Stalled ||
			n.Calls() != 0 || n.Sweeps != 4*n.Visits {
			t.Errorf("%s through %s claims %v, %v; %+v", c.Kind, c.Through, end.Objective, end.Values,
				done)
		}
	}
}

// throughByDefault is the argument of the test program for a learner with other defaults.
const throughByDefault = "through-by-default"

// served returns the learner, with defaults by the arguments of the program.
func served() (learner.Info, func() learner.Learner) {
	info, plain := learnertest.Encoded(Learner, encoded)
	if !slices.Contains(os.Args, throughByDefault) && !slices.Contains(os.Args, l1ByDefault) {
		return info, plain
	}
	return info, func() learner.Learner {
		c := plain().(*CRF)
		if slices.Contains(os.Args, l1ByDefault) {
			c.Lambda, c.L1 = 0, 0.02
		} else {
			c.Kind, c.Through, c.Sweeps = kindClique, throughMeanField, 3
		}
		return c
	}
}

func TestConformanceThroughSweeps(t *testing.T) { learnertest.RunWith(t, throughByDefault) }
