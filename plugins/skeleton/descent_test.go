package skeleton

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// descending returns a fit before its first step.
func descending(t *testing.T, l *Skeleton, xs []sp.Instance) *descent {
	f := must(newDescent(l, task(input(xs, three, "hamming-count")), baseNone))(t)
	f.begin()
	return f
}

// A gradient of 0 means convergence only if it is exact. With samples the fit continues, and the
// first nonzero gradient fixes the step.
func TestGradientsOfZero(t *testing.T) {
	for _, test := range []struct {
		objective, gradient string
		unresolved          float64
		want                error
	}{
		{kindExpectedLoss, gradientFaces, 0, learner.ErrConverged},
		{kindSkeletonPMAP, gradientFaces, 0, learner.ErrConverged},
		{kindExpectedLoss, gradientFaces, 0.1, sp.ErrLimit},
		{kindSkeletonPMAP, gradientFaces, 0.1, sp.ErrLimit},
		{kindExpectedLoss, gradientSlices, 0, sp.ErrLimit},
		{kindExpectedLoss, gradientRegions, 0, sp.ErrLimit},
		{kindExpectedLoss, gradientSampling, 1, nil},
		{kindPMAP, gradientFaces, 1, nil},
	} {
		l := defaults()
		l.Objective, l.Gradient = test.objective, test.gradient
		f := descending(t, l, masks(3, 2, 6, 6))
		f.evaluated = evaluated{theta: f.theta, grad: make([]float64, 3),
			unresolved: test.unresolved}
		f.iteration = 1
		if err := f.step(); !errors.Is(err, test.want) {
			t.Errorf("%s, %s, %v unresolved: %v, want %v", test.objective, test.gradient,
				test.unresolved, err, test.want)
		}
		if test.want != nil {
			continue
		}
		before := f.theta
		if err := f.step(); err != nil || f.iteration != 3 || slices.Equal(before, f.theta) {
			t.Errorf("%s, %s: after a gradient of 0, θ goes from %v to %v: %v", test.objective,
				test.gradient, before, f.theta, err)
		}
	}
}

// Strengths are clipped at 0; other weights have no bound.
func TestProjection(t *testing.T) {
	f := descending(t, defaults(), masks(3, 1, 4, 4))
	f.evaluated = evaluated{theta: []float64{0.1, 0.1, 0.1}, grad: []float64{0.2, 5, 0}}
	f.scale, f.iteration = 1, 1
	if err := f.step(); err != nil || !slices.Equal(f.theta, []float64{-0.1, 0, 0.1}) {
		t.Errorf("θ = %v, want [-0.1 0 0.1]: %v", f.theta, err)
	}
}

// Each iteration draws new samples.
func TestSamplesOfIterations(t *testing.T) {
	l := defaults()
	l.Gradient = gradientSampling
	f := descending(t, l, masks(3, 2, 8, 8))
	var found [3]evaluated
	for i, iteration := range []int{0, 1, 0} {
		f.iteration = iteration
		var err error
		if found[i], err = f.evaluate([]float64{0.3, 0.2, 0.1}); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Equal(found[0].grad, found[1].grad) || !slices.Equal(found[0].grad, found[2].grad) {
		t.Errorf("gradients %v, %v; of the first iteration again %v", found[0].grad, found[1].grad,
			found[2].grad)
	}
}

// Results of the instances are averaged by their weights.
func TestWeightedMeans(t *testing.T) {
	xs := append(masks(3, 1, 10, 10), masks(4, 1, 4, 4)...)
	xs[0].Weight, xs[1].Weight = 3, 1
	l := defaults()
	l.Calls = 12
	f := descending(t, l, xs)
	theta := []float64{0.3, 0.2, 0.1}
	at, err := f.evaluate(theta)
	need(t, err)
	var of [2]gradient
	var centre [2]float64
	for i, e := range f.energies {
		of[i] = gradient{Skeleton: l, box: f.box(theta), evaluated: evaluated{grad: make([]float64, 3)},
			key: perturb.NewKey(1, e.x.ID)}
		need(t, of[i].of(e, f.task.Loss))
		if centre[i], err = e.lossAt(f.task.Loss, of[i].box.Centre()); err != nil {
			t.Fatal(err)
		}
	}
	check := func(what string, got, a, b float64) {
		if want := 0.75*a + 0.25*b; math.Abs(got-want) > 1e-12 || a == b {
			t.Errorf("%s %v, want %v of %v and %v", what, got, want, a, b)
		}
	}
	check("risk", at.risk, of[0].risk, of[1].risk)
	check("loss at the centre", at.centre, centre[0], centre[1])
	check("unresolved", at.unresolved, of[0].unresolved, of[1].unresolved)
	for j := range theta {
		check("derivative", at.grad[j], of[0].grad[j], of[1].grad[j])
	}
}

// With steps "size" α_i is proportional to the number of pixels, or of vertical or horizontal pairs:
// on 6×4 pixels 24, 20 and 18. The parameter that moves most still moves by Step·w at first.
func TestStepsBySize(t *testing.T) {
	l := defaults()
	l.Steps = stepsSize
	f := descending(t, l, masks(3, 2, 6, 4))
	want := []float64{1, 20. / 24, 18. / 24}
	for i, rate := range f.rate {
		if math.Abs(rate-want[i]) > 1e-12 {
			t.Fatalf("rates %v, want %v", f.rate, want)
		}
	}
	f.evaluated = evaluated{theta: []float64{2, 2, 2}, grad: []float64{1, 1.1, 1.2}}
	f.iteration = 1
	need(t, f.step())
	for i, g := range []float64{1, 1.1, 1.2} {
		if moved := 2 - f.theta[i]; math.Abs(moved-l.Step*want[i]*g) > 1e-12 {
			t.Errorf("θ%d moves by %v, want %v", i+1, moved, l.Step*want[i]*g)
		}
	}
	if f := descending(t, defaults(), masks(3, 2, 6, 4)); !slices.Equal(f.rate, []float64{1, 1, 1}) {
		t.Errorf("equal steps have rates %v", f.rate)
	}
}
