package ssvm

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// With all three changes off it is bcfw, bit for bit.
func TestGapBCFWWithoutOptions(t *testing.T) {
	in := input(withEdgeFeatures(words(5, 12, 3, 4), 2), `{"pairs":"potts"}`)
	l := &SSVM{Lambda: 0.03, Passes: 40, Average: true}
	plain := fit(t, l, in)[0]
	l.Solver = solverGap
	if got := fit(t, l, in)[0]; !slices.Equal(got.Weights, plain.Weights) {
		t.Error("other weights than bcfw")
	}
}

// gapStepper returns a gapBCFW outside of a fit.
func gapStepper(t testing.TB, in learner.Input, l SSVM) *gapBCFW {
	t.Helper()
	b := stepper(t, in, l.Lambda)
	return newGapBCFW(b, l.GapSampling, l.Pairwise, l.Cache)
}

// For each choice of options: the dual value never falls, the state agrees with the atoms, the
// atoms are valid, and the gap closes.
func TestGapBCFW(t *testing.T) {
	for options := range 8 {
		for _, args := range []string{`{}`, `{"pairs":"potts"}`} {
			l := SSVM{Lambda: 0.05, GapSampling: options&1 > 0, Pairwise: options&2 > 0,
				Cache: options&4 > 0}
			t.Run(fmt.Sprintf("%v %v %v %s", l.GapSampling, l.Pairwise, l.Cache, args),
				func(t *testing.T) {
					if options > 0 { // 0: as bcfw
						learnertest.SkipSlow(t)
					}
					xs := withEdgeFeatures(words(7, 20, 3, 4), 2)
					xs[3].Weight, xs[5].Weight = 2.5, 0.5
					in := input(xs, args)
					g := gapStepper(t, in, l)
					last := 0.0
					for range 40000 {
						need(t, g.step())
						bound := g.checkpoint().Values[sp.ValueBound]
						if bound < last-1e-12 {
							t.Fatalf("the dual falls from %v to %v", last, bound)
						}
						last = bound
					}
					checkAtoms(t, in, g.bcfw)
					gap := primal(t, in, l.Lambda, g.V) - last
					if sum := blockGaps(t, in, g.bcfw); math.Abs(sum-gap) > 1e-12 {
						t.Errorf("block gaps add up to %v, the gap is %v", sum, gap)
					}
					if gap < -1e-12 || gap > 2e-3*last {
						t.Errorf("gap %v at bound %v", gap, last)
					}
					if hits := 40000 - g.calls; hits > 0 != l.Cache ||
						g.calls < 40000/(refreshPasses+1) {
						t.Errorf("%d oracle calls in 40000 visits", g.calls)
					}
				})
		}
	}
}

// checkAtoms compares w and the dual value, updated step by step, with those of the atoms. The
// atoms must be distinct and sum to one.
func checkAtoms(t *testing.T, in learner.Input, b *bcfw) {
	t.Helper()
	u, dual := make([]float64, len(b.V)), 0.0
	for i := range b.duals {
		x, d := &in.Train[i], &b.duals[i]
		c, sum := x.Weight/(b.lambda*b.total), 0.0
		for a, weight := range d.weights {
			in.Map.Add(u, c*weight, x, x.Gold)
			in.Map.Add(u, -c*weight, x, d.labels(a))
			dual += x.Weight / b.total * weight * in.Loss.Value(x, x.Gold, d.labels(a))
			sum += weight
			if weight < 0 || d.find(d.labels(a)) != a {
				t.Fatalf("instance %d: atom %d of weight %v, first found as %d", i, a, weight,
					d.find(d.labels(a)))
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("atoms of instance %d weigh %v", i, sum)
		}
	}
	for _, at := range b.NonNegative {
		u[at] = max(u[at], 0)
	}
	for j := range u {
		dual -= b.lambda / 2 * u[j] * u[j]
		if math.Abs(u[j]-b.V[j]) > 1e-9 {
			t.Fatalf("weight %d has drifted to %v from %v", j, b.V[j], u[j])
		}
	}
	if got := b.checkpoint().Values[sp.ValueBound]; math.Abs(got-dual) > 1e-11 {
		t.Errorf("the bound is %v, the dual value of the atoms %v", got, dual)
	}
	if slices.ContainsFunc(b.Delta, func(v float64) bool { return v != 0 }) {
		t.Error("the scratch vector is not cleared")
	}
}

// Between two refreshes a cached labeling is used exactly when its block gap
// satisfies both parts of the criterion.
func TestCacheCriterion(t *testing.T) {
	g := &gapBCFW{cache: true, reference: 1}
	for _, test := range []struct {
		known, gap float64
		left       int
		want       bool
	}{
		{known: 0.04, gap: 0.01, want: true},
		{known: 0.0401, gap: 0.01},
		{known: 0.01, gap: 0.0099},
		{known: 0.04, gap: 0.01, left: 1},
		{known: math.NaN(), gap: 0.01},
	} {
		g.left = test.left
		if got := g.hit(&dual{gap: test.known}, test.gap); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
	g.reference = 0
	if g.hit(&dual{}, 0) {
		t.Error("a hit without gain: a converged fit would never end")
	}
}

// The cache keeps labelings without weight. When full, it drops the oldest, and never one with
// weight.
func TestTrim(t *testing.T) {
	x := &sp.Instance{Gold: []int32{0}, Node: sp.Rows{N: 1}}
	d := newDual(x, optim.Support{})
	for k := range int32(9) {
		d.weights[d.add([]int32{k + 1}, float64(k+1))] = float64(k % 2)
	}
	labels := func() (list []int32) {
		for a := range d.weights {
			if float64(d.labels(a)[0]) != d.losses[a] {
				t.Errorf("loss %v at labeling %v", d.losses[a], d.labels(a))
			}
			list = append(list, d.labels(a)[0])
		}
		return list
	}
	d.weights[0] = 0 // gold
	for _, test := range []struct {
		room int
		want []int32
	}{
		{10, []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{8, []int32{2, 3, 4, 5, 6, 7, 8, 9}},
		{0, []int32{2, 4, 6, 8}},
	} {
		if d.trim(test.room); !slices.Equal(labels(), test.want) {
			t.Errorf("room for %d: %v, want %v", test.room, labels(), test.want)
		}
	}
}
