package optim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/spbench/spbench/harness/optim"
)

// quadratic returns ½wᵀAw − bᵀw with A positive definite, as a function and as A, b.
func quadratic(rng *rand.Rand, n int, spread float64) (optim.Func, *mat.SymDense, []float64) {
	root := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			root.Set(i, j, rng.NormFloat64())
		}
		root.Set(i, i, root.At(i, i)+spread*rng.Float64())
	}
	a := mat.NewSymDense(n, nil)
	a.SymOuterK(1/float64(n), root)
	b := make([]float64, n)
	for i := range b {
		b[i] = rng.NormFloat64()
		a.SetSym(i, i, a.At(i, i)+0.1)
	}
	return func(w, grad []float64) (float64, error) {
		x, g := mat.NewVecDense(n, w), mat.NewVecDense(n, grad)
		g.MulVec(a, x)
		f := mat.Dot(x, g)/2 - floats.Dot(b, w)
		floats.Sub(grad, b)
		return f, nil
	}, a, b
}

func TestQuadraticWithBoundsAgainstAllActiveSets(t *testing.T) {
	rng := pcg(1, 2)
	for trial := range 60 {
		n := 2 + trial%7
		f, a, b := quadratic(rng, n, 3)
		var bounded []int
		for i := range n {
			if trial%3 > 0 && rng.Float64() < 0.7 {
				bounded = append(bounded, i)
			}
		}
		want := bestActiveSet(a, b, bounded)
		w := make([]float64, n)
		for i := range w {
			w[i] = rng.NormFloat64() // partly infeasible: must be made feasible
		}
		r, err := optim.Minimize(f, w,
			optim.Options{NonNegative: bounded, OnIter: untilFlat(1e-8, bounded...)})
		if err != nil || !r.Converged {
			t.Fatalf("trial %d: %+v, %v", trial, r, err)
		}
		if math.Abs(r.F-want) > 1e-10*(1+math.Abs(want)) {
			t.Errorf("trial %d: %d of %d bounded: reached %v, the best active set has %v", trial,
				len(bounded), n, r.F, want)
		}
		for _, i := range bounded {
			if w[i] < 0 {
				t.Errorf("trial %d: w[%d] = %v", trial, i, w[i])
			}
		}
	}
}

// bestActiveSet minimises the quadratic: it solves it for every subset of the bounded
// coordinates held at 0 and takes the best feasible solution.
func bestActiveSet(a *mat.SymDense, b []float64, bounded []int) float64 {
	best := math.Inf(1)
	for set := range 1 << len(bounded) {
		var free []int
		for i := range b {
			if at := slices.Index(bounded, i); at < 0 || set>>at&1 == 0 {
				free = append(free, i)
			}
		}
		if len(free) == 0 {
			best = min(best, 0)
			continue
		}
		sub, rhs, x := mat.NewSymDense(len(free), nil), mat.NewVecDense(len(free), nil), new(mat.VecDense)
		for i, u := range free {
			rhs.SetVec(i, b[u])
			for j, v := range free {
				sub.SetSym(i, j, a.At(u, v))
			}
		}
		var chol mat.Cholesky
		chol.Factorize(sub)
		if chol.SolveVecTo(x, rhs) != nil {
			continue
		}
		feasible := true
		for i, u := range free {
			feasible = feasible && (x.AtVec(i) >= 0 || !slices.Contains(bounded, u))
		}
		if feasible {
			best = min(best, -mat.Dot(rhs, x)/2)
		}
	}
	return best
}

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
