package optim_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/optim"
)

// proximal minimises f + Σ l1[i]·|wᵢ| from w = 0 by accelerated proximal gradient steps 1/L with
// restarts (Beck & Teboulle 2009; O'Donoghue & Candès 2015): a method without curvature, orthants
// or line search. It returns the minimum and leaves its place in w.
func proximal(f optim.Func, w, l1 []float64, nonNegative []int, l float64, steps int) float64 {
	at, grad, old, momentum := slices.Clone(w), slices.Clone(w), slices.Clone(w), 1.0
	for range steps {
		copy(old, w)
		f(at, grad)
		uphill := 0.0
		for i := range w {
			v := at[i] - grad[i]/l
			w[i] = math.Copysign(max(math.Abs(v)-l1[i]/l, 0), v)
			if slices.Contains(nonNegative, i) {
				w[i] = max(w[i], 0)
			}
			uphill += (at[i] - w[i]) * (w[i] - old[i])
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		if uphill > 0 {
			momentum, next = 1, 1
		}
		for i := range w {
			at[i] = w[i] + (momentum-1)/next*(w[i]-old[i])
		}
		momentum = next
	}
	value, _ := f(w, grad)
	for i, v := range w {
		value += l1[i] * math.Abs(v)
	}
	return value
}

// TestL1: under L1 and under both norms, with coordinates of any sign and others, Minimize comes to
// the minimum of another method. Each bound on the way is below it. The last one meets it; without
// λ it mostly does, since it is then as rough as the gradient. A coordinate is 0 in one and not in
// the other only where the gradient is at ±l1.
func TestL1(t *testing.T) {
	rng := pcg(11, 12)
	unproved := 0
	for trial := range 24 {
		const dim = 40
		lambda := []float64{0, 0, 1e-6, 1e-2}[trial%4]
		tolerance := 1e-7
		if lambda > 0 { // a proof is as close as rounding allows
			tolerance = 1e-11
		}
		f := logistic(samples(rng, 60, dim), lambda)
		l1, bounded := make([]float64, dim), []int(nil)
		for i := range l1 {
			l1[i] = 0.002 * float64(1+trial%5) * (0.5 + rng.Float64())
			if trial%3 > 0 && i%(1+trial%3) == 0 {
				bounded = append(bounded, i)
			}
		}
		want := make([]float64, dim)
		least := proximal(f, want, l1, bounded, 2, 3000)
		w, grad, calls := make([]float64, dim), make([]float64, dim), 0
		s := optim.Strong{Minimizer: optim.Minimize, NonNegative: bounded, Lambda: lambda, L1: l1,
			Tolerance: tolerance, Moved: func(w []float64, value, bound float64) error {
				sum, _ := f(w, grad)
				for i, v := range w {
					sum += l1[i] * math.Abs(v)
				}
				if bound > least+1e-12 || math.Abs(sum-value) > 1e-14 {
					t.Errorf("trial %d: bound %v, minimum %v; value %v of %v", trial, bound, least, value, sum)
				}
				return nil
			}}
		proved, err := s.Minimize(func(w, grad []float64) (float64, error) {
			calls++
			return f(w, grad)
		}, w)
		value, _ := f(w, grad)
		for i, v := range w {
			value += l1[i] * math.Abs(v)
		}
		if !proved && lambda == 0 {
			unproved, proved = unproved+1, true
		}
		if err != nil || !proved || math.Abs(value-least) > 1e-7*value {
			t.Errorf("trial %d: proved: %v, %v; %v, another method finds %v", trial, proved, err, value,
				least)
		}
		zeros := 0
		for i, v := range w {
			g := grad[i] - lambda*v
			if v == 0 {
				zeros++
			}
			if (v == 0) != (want[i] == 0) && math.Abs(math.Abs(g)-l1[i]) > 1e-4*l1[i] ||
				slices.Contains(bounded, i) && v < 0 {
				t.Errorf("trial %d: weight %d is %v and %v, gradient %v, l1 %v", trial, i, v, want[i], g,
					l1[i])
			}
		}
		if zeros < 2 || zeros > dim-2 {
			t.Errorf("trial %d: %d of %d weights are 0", trial, zeros, dim)
		}
		t.Logf("trial %d, λ %v: %d evaluations, %d zeros, distance %v", trial, lambda, calls, zeros,
			floats.Distance(w, want, 2))
	}
	if unproved > 4 {
		t.Errorf("%d of 12 minima without λ are not proved", unproved)
	}
}
