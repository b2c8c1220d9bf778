package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/optim"
)

// The scaled iterate and its average against plain vectors, under the factors
// (t−1)/(t+m), which for large m run through the whole range of floats.
func TestIterate(t *testing.T) {
	const dim = 7
	nonNeg := []int{1, 4}
	s := support{ranges: []int32{0, 2, 3, 6}, bounded: []int32{0, 1}}
	for _, m := range []float64{0, 1, 10, 300} {
		r := rand.New(rand.NewPCG(1, uint64(m)))
		it := newIterate(dim, nonNeg)
		it.average = optim.NewAverage(dim, optim.Linear)
		w, sum, total := make([]float64, dim), make([]float64, dim), 0.0
		for step := 1; step <= 3000; step++ {
			if step > 1 {
				factor := (float64(step) - 1) / (float64(step) + m)
				it.shrink(factor)
				for k := range w {
					w[k] *= factor
				}
			}
			for _, k := range []int{0, 1, 3, 4, 5} {
				change := r.NormFloat64()
				it.delta[k] = change / it.scale
				w[k] += change
			}
			optim.Project(w, nonNeg)
			it.move(&s)
			it.done()
			total += float64(step)
			for k := range w {
				sum[k] += float64(step) * w[k]
			}
		}
		mean := it.params()
		it.average = nil
		last := it.params()
		for k := range w {
			if math.Abs(last[k]-w[k]) > 1e-10 || math.Abs(mean[k]-sum[k]/total) > 1e-10 {
				t.Errorf("m = %v: weight %d is %v, mean %v; want %v, %v", m, k, last[k], mean[k], w[k], sum[k]/total)
			}
		}
	}
}
