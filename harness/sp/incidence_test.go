package sp_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestIncidence compares with a search of all edges. One Incidence serves graphs of growing and
// falling sizes, some without edges or variables.
func TestIncidence(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var c sp.Incidence
	if c.N() != -1 {
		t.Errorf("the zero value has %d variables, want -1", c.N())
	}
	for range 200 {
		n := r.IntN(9)
		var edges []sp.Edge
		for v := range int32(n) {
			for u := range v {
				if r.IntN(3) == 0 {
					edges = append(edges, sp.Edge{U: u, V: v})
				}
			}
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		c.Fit(n, edges)
		if c.N() != n {
			t.Fatalf("got %d variables, want %d", c.N(), n)
		}
		for d := range int32(n) {
			var want []int32
			for e, uv := range edges {
				if uv.U == d || uv.V == d {
					want = append(want, int32(e))
				}
			}
			if got := c.At(d); !slices.Equal(got, want) {
				t.Fatalf("edges %v: at %d are %v, want %v", edges, d, got, want)
			}
		}
	}
	edges := sp.ChainEdges(50)
	c.Fit(50, edges)
	if n := testing.AllocsPerRun(5, func() { c.Fit(50, edges) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
