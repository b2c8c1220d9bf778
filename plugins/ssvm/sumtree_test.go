package ssvm

import (
	"math/rand/v2"
	"testing"
)

// Every point of [0,total) belongs to the index whose part of the running sum contains it, also
// after many changes.
func TestSumTree(t *testing.T) {
	r := pcg(1, 2)
	for _, n := range []int{1, 2, 3, 8, 13} {
		tree, weights := newSumTree(n), make([]float64, n)
		for range 1000 {
			i := r.IntN(n)
			weights[i] = float64(r.IntN(4)) // whole numbers: sums are exact
			tree.set(i, weights[i])
		}
		weights[n-1] = 2
		tree.set(n-1, 2)
		at := 0.0
		for i, w := range weights {
			for u := at; u < at+w; u += 0.5 {
				if got := tree.find(u); got != i {
					t.Errorf("n = %d: %v of %v is index %d, want %d", n, u, weights, got, i)
				}
			}
			at += w
		}
		if tree.total() != at {
			t.Errorf("n = %d: total %v, want %v", n, tree.total(), at)
		}
		tree.set(n-1, 0)
		if end := tree.total(); end > 0 && weights[tree.find(end)] == 0 {
			t.Errorf("n = %d: the end of the interval has weight 0", n)
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
