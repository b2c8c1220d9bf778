package optim_test

import (
	"errors"
	"math"
	"testing"

	"github.com/spbench/spbench/harness/optim"
)

// steep is λ/2·‖w‖² + ½·Σ j·(w_j − 1)², with a known minimum over w_0 >= 0.
func steep(w, grad []float64) (float64, error) {
	f := 0.0
	for j, v := range w {
		c := float64(1 + 3*j)
		f += v*v/2 + c*(v-1)*(v-1)/2
		grad[j] = v + c*(v-1)
	}
	return f, nil
}

// TestStrong: with each minimizer the end is within the tolerance of the minimum, and the
// bounds are below it and never fall. An error leaves the best point, and Moved has seen it.
func TestStrong(t *testing.T) {
	least := 0.0
	for j := range 5 {
		c := float64(1 + 3*j)
		least += c / (1 + c) / 2
	}
	stop := errors.New("budget")
	for name, minimizer := range map[string]optim.Minimizer{"L-BFGS": optim.Minimize,
		"descent": optim.Descend} {
		for _, budget := range []int{1000, 3, 0} {
			w, calls, last, best := make([]float64, 5), 0, math.Inf(1), math.Inf(-1)
			s := optim.Strong{Minimizer: minimizer, NonNegative: []int{0}, Lambda: 1,
				Tolerance: 1e-6, Moved: func(_ []float64, f, bound float64) error {
					if bound < best || bound > least+1e-12 || f < least-1e-12 {
						t.Errorf("%s: value %v, bound %v after %v; the minimum is %v", name, f, bound, best, least)
					}
					last, best = f, bound
					return nil
				}}
			_, err := s.Minimize(func(w, grad []float64) (float64, error) {
				if calls++; calls > budget {
					return 0, stop
				}
				return steep(w, grad)
			}, w)
			f, _ := steep(w, make([]float64, 5))
			switch {
			case budget == 1000 && (err != nil || f-best > 1e-6*f):
				t.Errorf("%s: %v in [%v, %v]", name, err, best, f)
			case budget < 1000 && !errors.Is(err, stop), budget > 0 && f != last, budget == 0 &&
				!math.IsInf(last, 1):
				t.Errorf("%s, %d calls: %v, the value at the end is %v, Moved was told %v", name,
					budget, err, f, last)
			}
		}
	}
}

// TestStrongApproximate: a bound of an approximate function ends nothing, although here it
// would prove everything.
func TestStrongApproximate(t *testing.T) {
	end := func(approximate bool) (calls int, w []float64) {
		w = make([]float64, 5)
		s := optim.Strong{
			Minimizer: optim.Minimize, Lambda: 1, Tolerance: 1e-3,
			Approximate: func() bool { return approximate },
			Moved:       func([]float64, float64, float64) error { return nil },
		}
		_, err := s.Minimize(func(w, grad []float64) (float64, error) {
			calls++
			f, err := steep(w, grad)
			return f + 1e9, err // a share of 1e-3 of it is proved at once
		}, w)
		if err != nil {
			t.Fatal(err)
		}
		return calls, w
	}
	proved, _ := end(false)
	calls, w := end(true)
	if proved != 1 || calls < 5 || math.Abs(w[4]-13.0/14) > 1e-2 {
		t.Errorf("%d and %d calls, the last weight is %v", proved, calls, w[4])
	}
}

// TestStrongStalls: if no step makes progress and the gradient leaves a gap, the end is no
// proof. Such a gradient here has an error. An error of f in the first evaluation of the second run
// leaves the point of the first.
func TestStrongStalls(t *testing.T) {
	stop := errors.New("budget")
	for name, minimizer := range map[string]optim.Minimizer{"L-BFGS": optim.Minimize,
		"descent": optim.Descend} {
		for budget := range 1000 {
			w, calls, last := make([]float64, 5), 0, 0.0
			s := optim.Strong{Minimizer: minimizer, Lambda: 1, Tolerance: 1e-6,
				Moved: func(_ []float64, f, _ float64) error {
					last = f
					return nil
				}}
			proved, err := s.Minimize(func(w, grad []float64) (float64, error) {
				if calls++; calls > budget {
					return 0, stop
				}
				f, err := steep(w, grad)
				grad[4] += 0.1
				return f, err
			}, w)
			f, _ := steep(w, make([]float64, 5))
			if budget > 0 && math.Abs(f-last) > 1e-12 || calls > budget != errors.Is(err, stop) ||
				proved || err == nil && math.Abs(w[4]-13.0/14) > 0.1 {
				t.Errorf("%s, %d calls: %v, proved: %v, w = %v of value %v, Moved was told %v", name,
					budget, err, proved, w, f, last)
			}
		}
	}
}
