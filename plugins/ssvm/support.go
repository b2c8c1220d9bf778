package main

import (
	"sort"

	"github.com/spbench/spbench/harness/sp"
)

// A support is the coordinates that φ(x,·) of one instance can touch: what a
// step on it costs.
type support struct {
	ranges  []int32 // disjoint, half-open: lo, hi, lo, hi, …
	bounded []int32 // positions, in the list of constrained coordinates, of those among them
}

// newSupport returns the support of x; nonNeg lists the constrained coordinates,
// ascending.
func newSupport(x *sp.Instance, m sp.FeatureMap, nonNeg []int) support {
	s := support{ranges: m.Support(nil, x)}
	for r := 0; r < len(s.ranges); r += 2 {
		for k := sort.SearchInts(nonNeg, int(s.ranges[r])); k < len(nonNeg) && nonNeg[k] < int(s.ranges[r+1]); k++ {
			s.bounded = append(s.bounded, int32(k))
		}
	}
	return s
}

// supports returns the support of every training instance.
func supports(t *sp.Task, nonNeg []int) []support {
	all := make([]support, len(t.Train))
	for i := range all {
		all[i] = newSupport(&t.Train[i], t.Map, nonNeg)
	}
	return all
}
