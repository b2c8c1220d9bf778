package optim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/optim"
)

func TestLogisticWithBounds(t *testing.T) {
	rng := pcg(5, 6)
	for trial := range 10 {
		dim := 40
		f := logistic(samples(rng, 100, dim), 1e-2)
		var bounded []int
		for i := trial % 3; i < dim; i += 1 + trial%4 {
			bounded = append(bounded, i)
		}
		w, grad := make([]float64, dim), make([]float64, dim)
		r, err := optim.Minimize(f, w,
			optim.Options{NonNegative: bounded, OnIter: untilFlat(1e-8, bounded...)})
		if err != nil || !r.Converged {
			t.Fatalf("trial %d: %+v, %v", trial, r, err)
		}
		value, _ := f(w, grad)
		if v := violation(w, grad, bounded); v > 1e-8 || value != r.F {
			t.Errorf("trial %d: the optimality conditions fail by %v", trial, v)
		}
		active := 0
		for _, i := range bounded {
			if w[i] == 0 {
				active++
			}
		}
		if active == 0 || active == len(bounded) {
			t.Errorf("trial %d: %d of %d bounds are active: no test of both kinds", trial, active,
				len(bounded))
		}
		t.Logf("trial %d: %d bounded, %d active, %d evaluations", trial, len(bounded), active,
			r.Evaluations)
	}
}

func TestBoundIsBelowTheMinimum(t *testing.T) {
	rng := pcg(7, 8)
	for trial := range 20 {
		const dim, lambda = 12, 0.05
		f := logistic(samples(rng, 30, dim), lambda)
		var bounded []int
		if trial%2 == 1 {
			bounded = []int{0, 3, 4, 11}
		}
		var bounds, values []float64
		w := make([]float64, dim)
		_, err := optim.Minimize(f, w,
			optim.Options{NonNegative: bounded,
				OnIter: func(w, grad []float64, v float64) (bool, error) {
					bounds = append(bounds, optim.Bound(v, w, grad, lambda, bounded))
					values = append(values, v)
					return v-bounds[len(bounds)-1] < 1e-12, nil
				}})
		if err != nil {
			t.Fatal(err)
		}
		least := slices.Min(values)
		if slices.Max(bounds) > least+1e-13 {
			t.Errorf("trial %d: bound %v above the value %v", trial, slices.Max(bounds), least)
		}
		if gap := least - bounds[len(bounds)-1]; gap > 1e-11 {
			t.Errorf("trial %d: the gap at the minimum is %v", trial, gap)
		}
	}
}

// TestBoundOfSteepConstraints: a steep gradient against the constraints hides neither f nor the
// other coordinates.
func TestBoundOfSteepConstraints(t *testing.T) {
	const lambda = 1e-8
	w, grad := []float64{0, 2e-10, 1}, []float64{1e10, 1e10, 1e-5}
	want := 5 - 2 - 1e-10/(2*lambda)
	if got := optim.Bound(5, w, grad, lambda, []int{0, 1}); math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
