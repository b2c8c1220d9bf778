package ssvm

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// lecture returns the example of Domokos' lecture on parameter learning (2016, after Nowozin &
// Lampert 2010): one variable with labels −1 and +1, here 0 and 1, and the points (−10,+1),
// (−4,+1), (6,−1), (5,−1). Its energy is w₁·x for +1 and w₂·x for −1. Scores are negative energies:
// the weights of labels 0 and 1 here are −w₂ and −w₁.
func lecture(t *testing.T) learner.Input {
	var xs []sp.Instance
	for _, p := range []struct {
		id   string
		x    float32
		gold int32
	}{{"a", -10, 1}, {"b", -4, 1}, {"c", 6, 0}, {"d", 5, 0}} {
		xs = append(xs, sp.Instance{ID: p.id, Weight: 1, K: 2, Gold: []int32{p.gold},
			Node: sp.Rows{N: 1, D: 1, Dense: []float32{p.x}}})
	}
	return input(xs, `{"pairs":"none"}`)
}

// With δ = w(−1) − w(+1) all four hinge losses are max(0, 1 − |x|δ), and the shortest w with that δ
// is (δ/2, −δ/2). Therefore
//
//	F(δ) = λδ²/4 + ¼·Σ max(0, 1 − |x|δ),  |x| = 10, 4, 6, 5;
//	F'(δ) = λδ/2 − ¼·Σ_{|x|δ<1} |x|.
//
// Between 1/5 and 1/4 only x = −4 violates its margin, F' = λδ/2 − 1; beyond 1/4 none does. For λ
// <= 8 the sign of F' changes at the kink: δ = 1/4, F = λ/64. For λ in (8,10) it changes at δ =
// 2/λ, with F = 1/λ + ¼·(1 − 8/λ) = ¼ − 1/λ.
func TestLecture(t *testing.T) {
	learnertest.SkipSlow(t)
	in := lecture(t)
	for _, test := range []struct{ lambda, delta, want float64 }{
		{1, 1. / 4, 1. / 64},
		{9, 2. / 9, 5. / 36},
	} {
		for _, l := range allSolvers() {
			if l.Solver == solverPerceptron {
				continue
			}
			l.Lambda, l.Passes, l.Average = test.lambda, 30000, l.Solver != solverGap
			points := fit(t, &l, in)
			w := points[len(points)-1].Weights
			f := primal(t, in, l.Lambda, w)
			t.Logf("λ = %v, %s: F = %.8f, want %.8f; w = %.6f", test.lambda, l.Solver, f, test.want,
				w)
			if f < test.want-1e-12 || f > test.want*(1+1e-3) {
				t.Errorf("λ = %v, %s: F = %v, the minimum is %v", test.lambda, l.Solver, f,
					test.want)
			}
			// λ/2·‖w−w*‖² <= F(w) − F(w*), by strong convexity.
			if d := math.Hypot(w[0]-test.delta/2,
				w[1]+test.delta/2); d*d > 2*1e-3*test.want/l.Lambda {
				t.Errorf("λ = %v, %s: w = %v, the minimiser is ±%v", test.lambda, l.Solver, w,
					test.delta/2)
			}
		}
	}
}

// The first iterations of batch subgradient descent by hand, λ = 1. At w = 0 all four labelings are
// wrong by the loss alone, s = ¼·(10+4+6+5)·(1,−1), and since ρ₁ = 1, w = (6.25, −6.25). From there
// on no margin is violated for a long time, s = 0, and w shrinks by 1 − (1+m)/(t+m): with m = 0 by
// 1/2, 2/3; with m = 1 by 1/3, 1/2.
func TestLectureByHand(t *testing.T) {
	for shift, want := range map[float64][]float64{
		0: {6.25, 3.125, 6.25 / 3},
		1: {6.25, 6.25 / 3, 6.25 / 6},
	} {
		for passes, w := range want {
			l := &SSVM{Solver: solverSubgradient, Lambda: 1, Passes: passes + 1, Shift: shift}
			got := fit(t, l, lecture(t))[0].Weights
			if math.Abs(got[0]-w) > 1e-14 || got[1] != -got[0] {
				t.Errorf("m = %v: w = %v after %d steps, want ±%v", shift, got, passes+1, w)
			}
		}
	}
}

// The perceptron starts with all points labelled −1, that is 0. It errs once, at the first of −10
// and −4 it visits, and never again.
func TestLecturePerceptron(t *testing.T) {
	in := lecture(t)
	for in.Seed = range uint64(10) {
		l := &SSVM{Solver: solverPerceptron, Lambda: 1, Passes: 3}
		last := fit(t, l, in)[0]
		if w := last.Weights; !slices.Equal(w, []float64{10, -10}) &&
			!slices.Equal(w, []float64{4, -4}) {
			t.Errorf("w = %v", w)
		}
		if got := last.Values["mistakes"]; got != 1./12 {
			t.Errorf("%v of the visits were mistakes, want one of twelve", got)
		}
	}
}
