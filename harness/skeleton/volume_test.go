package skeleton

import (
	"math"
	"testing"
)

// The determinant of edges is right where elimination without pivots would lose it.
func TestDeterminant(t *testing.T) {
	for _, c := range []struct {
		edges [][]float64
		want  float64
	}{
		{[][]float64{{0.5}}, 0.5},
		{[][]float64{{0, 1}, {1, 0}}, 1},
		{[][]float64{{1e-20, 1, 1}, {1, 1, 2}, {1, 2, 1}}, 2},
		{[][]float64{{1, 2, 3}, {2, 4, 6}, {0, 1, 1}}, 0},
		{[][]float64{{0, 0, 0, 1}, {0, 0, 2, 1e-9}, {0, 1e-18, 1, 0}, {3, 1, 1, 1}}, 6e-18},
	} {
		s := &Skeleton{dim: len(c.edges)}
		s.corners[0] = make([]float64, s.dim)
		copy(s.corners[1:], c.edges)
		if got := math.Abs(s.determinant()); math.Abs(got-c.want) > 1e-14*c.want {
			t.Errorf("%v: %v, want %v", c.edges, got, c.want)
		}
	}
}
