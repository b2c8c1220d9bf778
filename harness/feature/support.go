package feature

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// Support appends the coordinates that φ(x,·) can touch as ascending disjoint
// ranges. O(s log s) for s active features; learners call it once per instance.
func (f *Linear) Support(ranges []int32, x *sp.Instance) []int32 {
	var active []int32
	if x.Node.Sparse() {
		active = slices.Clone(x.Node.Index)
		slices.Sort(active)
	} else {
		active = denseColumns(&x.Node)
	}
	first := len(ranges)
	extend := func(lo, hi int32) {
		if n := len(ranges); n > first && ranges[n-1] >= lo {
			ranges[n-1] = max(ranges[n-1], hi)
			return
		}
		if lo < hi {
			ranges = append(ranges, lo, hi)
		}
	}
	c := int32(f.cols)
	for _, j := range active {
		extend(j*c, (j+1)*c)
	}
	if len(x.Edges) > 0 && f.edges > 0 {
		extend(int32(f.pairStart), int32(f.Dim()))
	}
	return ranges
}

func denseColumns(r *sp.Rows) []int32 {
	var active []int32
	for j := range r.D {
		for i := range r.N {
			if r.Dense[i*r.D+j] != 0 {
				active = append(active, int32(j))
				break
			}
		}
	}
	return active
}
