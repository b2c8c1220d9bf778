package local_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/perturb"
)

// TestMeanField: mean field bounds log Z from below, and its bound never falls from one sweep
// to the next. Without pair scores it is exact.
func TestMeanField(t *testing.T) {
	r := pcg(21, 21)
	var f local.MeanField
	rise := 0.0
	for i := range 300 {
		n, k := 1+r.IntN(6), 2+r.IntN(2)
		p := draw(r, n, k, i%4, i%3 == 0)
		sum := 0.0
		every(p, func(y []int32) { sum += math.Exp(p.Score(y)) })
		f.Reset(p)
		last := f.Bound()
		start := last
		for range 50 {
			f.Sweep()
			bound := f.Bound()
			if bound < last-1e-12 {
				t.Fatalf("problem %d: bound falls from %v to %v", i, last, bound)
			}
			last = bound
		}
		rise += last - start
		if last > math.Log(sum)+1e-9 || i%4 == 3 && math.Abs(last-math.Log(sum)) > 1e-9 {
			t.Errorf("problem %d: bound %v, log Z %v", i, last, math.Log(sum))
		}
		if _, done := f.Run(10000, 1e-9); !done {
			t.Errorf("problem %d: probabilities do not stand still", i)
		}
		for d := range n {
			sum := 0.0
			for _, q := range f.Q[d*k:][:k] {
				sum += q
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("problem %d: probabilities of variable %d sum to %v", i, d, sum)
			}
		}
	}
	if rise < 1 {
		t.Errorf("bounds rise by %v in all: there is nothing to test", rise)
	}
}

// TestAnneal: annealing finds the best labeling of 12 variables, joined at random with
// strengths of both signs, for 99 of 100 seeds.
func TestAnneal(t *testing.T) {
	r := pcg(22, 22)
	var s local.State
	for i, k := range []int{2, 3, 2, 2, 3, 2} {
		n := 12
		if k == 3 {
			n = 8
		}
		p := draw(r, n, k, i%3, false)
		top := math.Inf(-1)
		every(p, func(y []int32) { top = max(top, p.Score(y)) })
		s.Reset(p)
		found, climbed := 0, 0
		for seed := range uint64(100) {
			key := perturb.NewKey(seed, "x")
			s.Draw(key, 0)
			s.ICM(1000)
			if p.Score(s.Y) > top-1e-9 {
				climbed++
			}
			s.Draw(key, 0)
			s.Anneal(key, 500, 5, 0.1)
			if p.Score(s.Y) > top-1e-9 {
				found++
			}
		}
		if found < 99 || climbed > 90 {
			t.Errorf("problem %d: found in %d of 100 seeds, by ICM in %d", i, found, climbed)
		}
	}
}
