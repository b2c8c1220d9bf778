package optim_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
)

func TestAverageAgainstItsDefinition(t *testing.T) {
	const dim = 20
	for _, weighting := range []optim.Weighting{optim.Uniform, optim.Linear} {
		for _, shrink := range []bool{false, true} {
			rng := pcg(1, uint64(weighting))
			avg := optim.NewAverage(dim, weighting)
			avg.AddAt(0, 5) // from another fit
			avg.Step(0.5)
			avg.AddAt(1, 7)
			avg.Reset()
			v, mean := make([]float64, dim), make([]float64, dim)
			for i := range v { // the start is not zero
				v[i] = rng.NormFloat64()
			}
			want, total, scale := make([]float64, dim), 0.0, 1.0
			for k := 1; k <= 50; k++ {
				lo := rng.Int32N(dim - 5)
				ranges := []int32{lo, lo + 2, lo + 3, lo + 5}
				delta := make([]float64, dim)
				for i := range delta {
					delta[i] = rng.NormFloat64() // also outside the ranges; must be ignored there
				}
				for i := 0; i < 4; i += 2 {
					for j := ranges[i]; j < ranges[i+1]; j++ {
						avg.AddAt(int(j), delta[j])
						v[j] += delta[j]
					}
				}
				if v[3] < 0 { // a projection
					avg.AddAt(3, -v[3])
					v[3] = 0
				}
				if shrink {
					scale *= 0.98
				}
				avg.Step(scale)

				weight := 1.0
				if weighting == optim.Linear {
					weight = float64(k)
				}
				total += weight
				floats.AddScaled(want, weight*scale, v)
				avg.Mean(mean, v)
				for i := range mean {
					if math.Abs(mean[i]-want[i]/total) > 1e-12 {
						t.Fatalf("weighting %d, shrink %v, step %d: mean[%d] = %v, want %v",
							weighting, shrink, k, i, mean[i], want[i]/total)
					}
				}
			}
		}
	}
}

func TestAverageOfNothing(t *testing.T) {
	v, mean := []float64{1, 2}, make([]float64, 2)
	optim.NewAverage(2, optim.Linear).Mean(mean, v)
	if !floats.Equal(v, mean) {
		t.Errorf("mean before the first step is %v, want the start %v", mean, v)
	}
}

func TestStep(t *testing.T) {
	const lambda, m = 0.25, 7
	for k := 1; k < 5; k++ {
		for _, test := range []struct {
			step optim.Step
			want float64
		}{
			{optim.Step{Scale: 1 / lambda}, 1 / (lambda * float64(k))},
			{optim.Step{Scale: 1, Shift: m}, (1 + m) / (float64(k) + m)},
			{optim.Step{Scale: 0.1, Shift: math.Inf(1)}, 0.1},
		} {
			if got := test.step.At(k); math.Abs(got-test.want) > 1e-15 {
				t.Errorf("%+v at %d: %v, want %v", test.step, k, got, test.want)
			}
		}
	}
}
