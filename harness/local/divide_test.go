package local_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

func TestBlocksOfAnImage(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		want          []int32
	}{
		{1, 2, []int32{0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 7, 8}},
		{2, 2, []int32{0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 3, 3, 4, 4, 5}},
		{3, 1, []int32{0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4}},
	} {
		if got := local.Divide(15, nil, [2]int{3, 5}, c.rows, c.columns); !slices.Equal(got, c.want) {
			t.Errorf("%d×%d: %v, want %v", c.rows, c.columns, got, c.want)
		}
	}
}

// TestRegions: regions are connected, no larger than requested, and numbered without a gap. No
// two neighbouring variables are both alone.
func TestRegions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		size := rapid.IntRange(2, 5).Draw(t, "size")
		var edges []sp.Edge
		for v := range int32(n) {
			for u := range v {
				if rapid.IntRange(0, 3).Draw(t, "edge") == 0 {
					edges = append(edges, sp.Edge{U: u, V: v})
				}
			}
		}
		of := local.Divide(n, edges, [2]int{}, 1, size)
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
				for _, e := range edges {
					if of[e.U] == b && of[e.V] == b && reached[e.U] != reached[e.V] {
						reached[e.U], reached[e.V] = true, true
					}
				}
			}
			if len(reached) != len(members) {
				t.Fatalf("block %d of %v is not connected: %v", b, of, edges)
			}
		}
		for _, e := range edges {
			alone := func(d int32) bool { return !slices.Contains(slices.Concat(of[:d], of[d+1:]), of[d]) }
			if alone(e.U) && alone(e.V) {
				t.Fatalf("%v are neighbours and both alone in %v", e, of)
			}
		}
	})
}
