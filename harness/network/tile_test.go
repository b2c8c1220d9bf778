package network

import (
	"slices"
	"testing"
)

// TestTile: the tile of this processor has the bits of the one in Go, for any layout of rows.
func TestTile(t *testing.T) {
	r := pcg(1, 1)
	for _, k := range []int{1, 2, 9, 100} {
		for _, by := range [][2]int{{k, 1}, {1, 7}, {k + 3, 1}, {1, 4}} {
			rowA, columnA, rowB, rowC := by[0], by[1], 16+k%3, 16+k%5
			a, b := numbers(r, 4*rowA+k*columnA), numbers(r, k*rowB+16)
			got := numbers(r, 4*rowC+16)
			want := slices.Clone(got)
			tile(&got[0], rowC, &a[0], rowA, columnA, &b[0], rowB, k)
			tileGo(&want[0], rowC, &a[0], rowA, columnA, &b[0], rowB, k)
			if !slices.Equal(got, want) {
				t.Errorf("k=%d, rows and columns %v: different bits", k, by)
			}
		}
	}
}
