package optim_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize/functions"

	"github.com/spbench/spbench/harness/optim"
)

// untilFlat stops when the projected gradient has vanished to within tol.
func untilFlat(tol float64, nonNegative ...int) func(w, grad []float64, f float64) (bool, error) {
	return func(w, grad []float64, _ float64) (bool, error) {
		return violation(w, grad, nonNegative) <= tol, nil
	}
}

// violation returns the violation of the Karush-Kuhn-Tucker conditions of min f s.t. w[i] >= 0
// for i in nonNegative, in the maximum norm.
func violation(w, grad []float64, nonNegative []int) float64 {
	worst := 0.0
	for i, g := range grad {
		v := math.Abs(g)
		if slices.Contains(nonNegative, i) {
			v = math.Abs(w[i] - max(w[i]-g, 0)) // 0 iff w >= 0, g >= 0 and w·g = 0
		}
		worst = max(worst, v)
	}
	return worst
}

// gonumFunction is the interface of the standard test functions.
type gonumFunction interface {
	Func(x []float64) float64
	Grad(grad, x []float64)
}

// smooth returns one compiled function. Inlined at two places, it could have two results for one
// point where compilers multiply and add in one step.
//
//go:noinline
func smooth(f gonumFunction) optim.Func {
	return func(w, grad []float64) (float64, error) {
		f.Grad(grad, w)
		return f.Func(w), nil
	}
}

func TestStandardFunctions(t *testing.T) {
	tests := []struct {
		f     gonumFunction
		start []float64
		min   float64
	}{
		{functions.ExtendedRosenbrock{}, []float64{-1.2, 1}, 0},
		{functions.ExtendedRosenbrock{}, []float64{-1.2, 1, -1.2, 1, -1.2, 1, -1.2, 1}, 0},
		{functions.ExtendedPowellSingular{}, []float64{3, -1, 0, 3}, 0},
		{functions.Beale{}, []float64{1, 1}, 0},
		{functions.HelicalValley{}, []float64{-1, 0, 0}, 0},
		{functions.VariablyDimensioned{}, []float64{0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0}, 0},
		{functions.Wood{}, []float64{-3, -1, -3, -1}, 0},
		{functions.BrownAndDennis{}, []float64{25, 5, -5, -1}, 85822.20162635},
		{functions.Gaussian{}, []float64{0.4, 1, 0}, 1.12793e-8},
	}
	for _, test := range tests {
		w := slices.Clone(test.start)
		r, err := optim.Minimize(smooth(test.f), w, optim.Options{OnIter: untilFlat(1e-6)})
		if err != nil {
			t.Fatalf("%T: %v", test.f, err)
		}
		if math.Abs(r.F-test.min) > 1e-8*(1+test.min) {
			t.Errorf("%T: reached %v after %d evaluations, want %v", test.f, r.F, r.Evaluations, test.min)
		}
		if f := test.f.Func(w); f != r.F {
			t.Errorf("%T: the result says %v, but the function at w is %v", test.f, r.F, f)
		}
		if r.Evaluations > 200 {
			t.Errorf("%T: %d evaluations", test.f, r.Evaluations)
		}
	}
}

// samples returns n points of a rotated, ill-conditioned cloud. Their inner product with some
// vector tends to be positive.
func samples(rng *rand.Rand, n, dim int) [][]float64 {
	x, truth := make([][]float64, n), make([]float64, dim)
	for j := range truth {
		truth[j] = rng.NormFloat64()
	}
	for i := range x {
		x[i] = make([]float64, dim)
		for j := range x[i] {
			x[i][j] = rng.NormFloat64() / float64(1+j)
		}
		if floats.Dot(x[i], truth)+rng.NormFloat64() < 0 {
			floats.Scale(-1, x[i])
		}
	}
	return x
}

// logistic returns the mean logistic loss of x with λ/2·‖w‖².
func logistic(x [][]float64, lambda float64) optim.Func {
	n := float64(len(x))
	return func(w, grad []float64) (float64, error) {
		copy(grad, w)
		floats.Scale(lambda, grad)
		f := lambda / 2 * floats.Dot(w, w)
		for i := range x {
			s := floats.Dot(w, x[i])
			f += math.Log1p(math.Exp(-s)) / n
			floats.AddScaled(grad, -1/(1+math.Exp(s))/n, x[i])
		}
		return f, nil
	}
}

// After an error w is the best point. With a wrong gradient no step descends.
func TestErrorLeavesTheBestPoint(t *testing.T) {
	stop := errors.New("budget")
	for name, minimize := range map[string]optim.Minimizer{"L-BFGS": optim.Minimize,
		"descent": optim.Descend} {
		for _, limit := range []int{1, 2, 3, 5, 8, 13, 21} {
			f := smooth(functions.ExtendedRosenbrock{})
			calls, best := 0, math.Inf(1)
			w := []float64{-1.2, 1, -1.2, 1}
			r, err := minimize(func(w, grad []float64) (float64, error) {
				if calls++; calls > limit {
					return 0, stop
				}
				v, err := f(w, grad)
				best = min(best, v)
				return v, err
			}, w, optim.Options{})
			if v, _ := f(w, make([]float64, 4)); !errors.Is(err, stop) || v != best || v != r.F {
				t.Errorf("%s, limit %d: left at %v (result %v, %v), the best of all calls was %v", name,
					limit, v, r.F, err, best)
			}
		}
		if _, err := minimize(func(w, grad []float64) (float64, error) { return math.NaN(), nil },
			[]float64{1}, optim.Options{}); err == nil {
			t.Errorf("%s: NaN at the start is accepted", name)
		}
		w := []float64{1, 2}
		r, err := minimize(func(w, grad []float64) (float64, error) {
			floats.ScaleTo(grad, -1, w)
			return floats.Dot(w, w) / 2, nil
		}, w, optim.Options{})
		if err != nil || r.F != 2.5 || r.Evaluations > 200 || !slices.Equal(w, []float64{1, 2}) {
			t.Errorf("%s: %+v, %v: want an early end at the start", name, r, err)
		}
	}
}

func TestStepsOutOfTheDomainAreShortened(t *testing.T) {
	for _, start := range []float64{1e-6, 0.1, 5, 1e4} {
		w := []float64{start, start}
		r, err := optim.Minimize(func(w, grad []float64) (float64, error) {
			sum := 0.0
			for i, v := range w { // minimal at 1, NaN below 0
				sum += v - math.Log(v)
				grad[i] = 1 - 1/v
			}
			return sum, nil
		}, w, optim.Options{OnIter: untilFlat(1e-7)})
		if err != nil || !r.Converged || math.Abs(w[0]-1) > 1e-6 || math.Abs(w[1]-1) > 1e-6 {
			t.Errorf("from %v: %v, %+v, %v", start, w, r, err)
		}
	}
}

func TestFunctionTolerance(t *testing.T) {
	f := logistic(samples(pcg(9, 9), 100, 50), 1e-3)
	evaluations := []int{}
	for _, tol := range []float64{1e-2, 1e-6, 0} {
		r, err := optim.Minimize(f, make([]float64, 50),
			optim.Options{FuncTol: func() float64 { return tol }})
		if err != nil || !r.Converged && tol > 0 {
			t.Fatalf("%g: %+v, %v", tol, r, err)
		}
		evaluations = append(evaluations, r.Evaluations)
	}
	if !slices.IsSorted(evaluations) || evaluations[0] == evaluations[2] {
		t.Errorf("evaluations %v at falling tolerance", evaluations)
	}
}

func ExampleMinimize() {
	// The nearest point to (3, -1) with non-negative coordinates.
	target := []float64{3, -1}
	w := []float64{0, 0}
	_, err := optim.Minimize(func(w, grad []float64) (float64, error) {
		floats.SubTo(grad, w, target)
		return floats.Dot(grad, grad) / 2, nil
	}, w, optim.Options{NonNegative: []int{0, 1}})
	fmt.Printf("%.3f %v\n", w, err)
	// Output: [3.000 0.000] <nil>
}
