package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/spbench/spbench/harness/sp"
)

func TestBlocksOfAnImage(t *testing.T) {
	x := image(rand.New(rand.NewPCG(1, 1)), 3, 5, 2)
	for _, c := range []struct {
		rows, columns int
		want          []int32
	}{
		{1, 2, []int32{0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 7, 8}},
		{2, 2, []int32{0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 3, 3, 4, 4, 5}},
		{3, 1, []int32{0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4}},
	} {
		if got := blocks(&x, c.rows, c.columns); !slices.Equal(got, c.want) {
			t.Errorf("%d×%d: %v, want %v", c.rows, c.columns, got, c.want)
		}
	}
}

// Regions are connected, not larger than asked for, and numbered without a gap; none of one variable has a neighbour
// that is alone too.
func TestRegions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		size := rapid.IntRange(2, 5).Draw(t, "size")
		x := sp.Instance{K: 2, Gold: make([]int32, n), Node: sp.Rows{N: n}}
		for v := range int32(n) {
			for u := range v {
				if rapid.IntRange(0, 3).Draw(t, "edge") == 0 {
					x.Edges = append(x.Edges, sp.Edge{U: u, V: v})
				}
			}
		}
		of := blocks(&x, 1, size)
		last := slices.Max(of)
		for b := range last + 1 {
			var members []int
			for d, c := range of {
				if c == b {
					members = append(members, d)
				}
			}
			if len(members) == 0 || len(members) > size {
				t.Fatalf("block %d of %v has %d variables", b, of, len(members))
			}
			reached := map[int32]bool{int32(members[0]): true}
			for range members {
				for _, e := range x.Edges {
					if of[e.U] == b && of[e.V] == b && reached[e.U] != reached[e.V] {
						reached[e.U], reached[e.V] = true, true
					}
				}
			}
			if len(reached) != len(members) {
				t.Fatalf("block %d of %v is not connected: %v", b, of, x.Edges)
			}
		}
		for _, e := range x.Edges {
			alone := func(d int32) bool { return !slices.Contains(slices.Concat(of[:d], of[d+1:]), of[d]) }
			if alone(e.U) && alone(e.V) {
				t.Fatalf("%v are neighbours and both alone in %v", e, of)
			}
		}
	})
}
