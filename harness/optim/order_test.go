package optim_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/optim"
)

// TestOrders: each sampling makes its passes from one stream of random numbers: permutations of the
// identity, or of the pass before. A pass begins again when instances join.
func TestOrders(t *testing.T) {
	const n, seed = 6, 7
	for _, sampling := range []optim.Sampling{optim.Permuted, optim.Reshuffled} {
		o := optim.NewOrder(n, sampling, seed)
		r := rand.New(rand.NewPCG(seed, 0x6f72646572))
		perm := []int{0, 1, 2, 3, 4, 5}
		for pass := range 4 {
			var got []int
			for range n {
				got = append(got, o.Next())
			}
			if sampling == optim.Permuted {
				perm = []int{0, 1, 2, 3, 4, 5}
			}
			r.Shuffle(n, func(i, j int) { perm[i], perm[j] = perm[j], perm[i] })
			if !slices.Equal(got, perm) || o.Pass != pass+1 {
				t.Errorf("sampling %v, pass %d of %d: %v, want %v", sampling, o.Pass, pass+1, got, perm)
			}
		}
		o.Next()
		o.Extend(n + 2)
		seen := map[int]bool{}
		for range n + 2 {
			seen[o.Next()] = true
		}
		if len(seen) != n+2 {
			t.Errorf("%v: %d of %d instances in the pass after two have joined", sampling, len(seen), n+2)
		}
	}
}
