package optim_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/optim"
)

// TestIterate compares the scaled iterate and its average with plain vectors, under the factors
// (t−1)/(t+m). For large m these run through the whole range of floats.
func TestIterate(t *testing.T) {
	const dim = 7
	nonNeg := []int{1, 4}
	s := optim.NewSupport([]int32{0, 2, 3, 6}, nonNeg)
	for _, m := range []float64{0, 1, 10, 300} {
		r := pcg(1, uint64(m))
		it := optim.NewIterate(dim, nonNeg, optim.NewAverage(dim, optim.Linear))
		w, sum, total := make([]float64, dim), make([]float64, dim), 0.0
		for step := 1; step <= 3000; step++ {
			if step > 1 {
				factor := (float64(step) - 1) / (float64(step) + m)
				it.Shrink(factor)
				for k := range w {
					w[k] *= factor
				}
			}
			for _, k := range []int{0, 1, 3, 4, 5} {
				change := r.NormFloat64()
				it.Delta[k] = change / it.Scale
				w[k] += change
			}
			optim.Project(w, nonNeg)
			it.Move(&s, 1)
			it.Step()
			total += float64(step)
			for k := range w {
				sum[k] += float64(step) * w[k]
			}
		}
		mean := it.Weights()
		it.Average = nil
		last := it.Weights()
		for k := range w {
			if math.Abs(last[k]-w[k]) > 1e-10 || math.Abs(mean[k]-sum[k]/total) > 1e-10 {
				t.Errorf("m = %v: weight %d is %v, mean %v; want %v, %v", m, k, last[k], mean[k],
					w[k], sum[k]/total)
			}
		}
	}
}

// TestIterateBeforeAStep: before the first step the result is w itself, at any scale. Restart
// empties the average.
func TestIterateBeforeAStep(t *testing.T) {
	it := optim.NewIterate(2, nil, optim.NewAverage(2, optim.Linear))
	copy(it.V, []float64{4, 8})
	it.Shrink(0.5)
	if w := it.Weights(); w[0] != 2 || w[1] != 4 {
		t.Errorf("%v, want w", w)
	}
	it.Step()
	it.Restart([]float64{1, 1})
	it.Step()
	if w := it.Weights(); w[0] != 1 || w[1] != 1 {
		t.Errorf("the mean %v contains iterates before Restart", w)
	}
}

// TestSupport: a support finds its own constrained coordinates, and a new one joins near ranges.
func TestSupport(t *testing.T) {
	ranges, bounds := []int32{2, 5, 7, 8, 72, 80}, []int{0, 2, 4, 5, 7, 71, 72, 79, 80}
	s := optim.NewSupport(slices.Clone(ranges), bounds)
	if want := []int32{2, 8, 72, 80}; !slices.Equal(s.Ranges, want) {
		t.Errorf("joined: %v, want %v", s.Ranges, want)
	}
	s.Fit(ranges, bounds)
	if want := []int32{1, 2, 4, 6, 7}; !slices.Equal(s.Bounded, want) {
		t.Errorf("%v, want %v", s.Bounded, want)
	}
}
