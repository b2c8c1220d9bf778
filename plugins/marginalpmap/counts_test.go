package marginalpmap

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// sparse returns the same rows in compressed form.
func sparse(r sp.Rows) sp.Rows {
	s := sp.Rows{N: r.N, D: r.D, Start: []int32{0}}
	for i := range r.N {
		for j, v := range r.DenseRow(i) {
			if v != 0 {
				s.Index, s.Value = append(s.Index, int32(j)), append(s.Value, v)
			}
		}
		s.Start = append(s.Start, int32(len(s.Index)))
	}
	return s
}

// The result equals the sum of feature differences, for any differing edges and feature formats.
// Afterwards all counts are 0.
func TestCounts(t *testing.T) {
	r := pcg(3, 3)
	for _, args := range []string{`{}`, `{"pairs":"potts"}`, `{"pairs":"none"}`} {
		for _, width := range []int{0, 2} {
			for _, compress := range []bool{false, true} {
				xs := graphs(5, 40, 3, 4, width, width == 0)
				if compress && width > 0 {
					for i := range xs {
						xs[i].Edge = sparse(xs[i].Edge)
					}
				}
				in := input(xs, args)
				var c counts
				var at sp.Incidence
				for i := range xs {
					x := &xs[i]
					got, want := make([]float64, in.Map.Dim()), make([]float64, in.Map.Dim())
					c.resize(x)
					at.Fit(x.N(), x.Edges)
					for range r.IntN(4) {
						z := slices.Clone(x.Gold)
						y := slices.Clone(z)
						d, k := r.Int32N(int32(len(y))), r.Int32N(3)
						y[d] = k
						var moves []sp.Move
						if k != z[d] {
							moves = []sp.Move{{Variable: d, Label: k}}
						}
						weight := r.Float64()
						c.add(x, &at, weight, y, z, moves)
						in.Map.Add(want, 0.7*weight, x, y)
						in.Map.Add(want, -0.7*weight, x, z)
					}
					c.addTo(got, 0.7, in.Map, x)
					for j := range want {
						if math.Abs(got[j]-want[j]) > 1e-12 {
							t.Fatalf("%s, edge width %d, instance %d: coordinate %d is %v, want %v",
								args, width, i, j, got[j], want[j])
						}
					}
					c.clear()
					if used := func(v float64) bool {
						return v != 0
					}; slices.ContainsFunc(c.Node, used) || slices.ContainsFunc(c.Pair, used) {
						t.Fatal("counts are left behind")
					}
				}
			}
		}
	}
}
