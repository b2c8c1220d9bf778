package messages

import (
	"math/bits"
	"slices"
	"testing"
)

// TestAppearance: the probabilities lie in the spanning tree polytope. Those inside any set of
// variables sum to less than their number, and all of them to the size of a spanning forest.
// None is 0.
func TestAppearance(t *testing.T) {
	r := pcg(7, 7)
	for i := range 100 {
		n := 1 + r.IntN(7)
		edges := graph(r, n)
		rho := Appearance(n, edges, 1+i%5, uint64(i))
		if again := Appearance(n, edges, 1+i%5, uint64(i)); !slices.Equal(rho, again) {
			t.Fatal("not a function of the seed")
		}
		roots, components, sum := make([]int32, n), n, 0.0
		for d := range roots {
			roots[d] = int32(d)
		}
		for e, uv := range edges {
			if sum += rho[e]; !(rho[e] > 0 && rho[e] <= 1) {
				t.Fatalf("probability %v", rho[e])
			}
			if u, v := root(roots, uv.U), root(roots, uv.V); u != v {
				roots[u] = v
				components--
			}
		}
		if d := sum - float64(n-components); d > 1e-9 || d < -1e-9 {
			t.Fatalf("probabilities sum to %v, want %d", sum, n-components)
		}
		for set := uint(1); set < 1<<n; set++ {
			inside := 0.0
			for e, uv := range edges {
				if set>>uv.U&1 == 1 && set>>uv.V&1 == 1 {
					inside += rho[e]
				}
			}
			if inside > float64(bits.OnesCount(set)-1)+1e-9 {
				t.Fatalf("set %b of %d variables holds %v", set, n, inside)
			}
		}
	}
}
