package prepare

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Vocabulary lists the sparse features to keep: those frequent enough in the training instances.
// Others are removed from the rows of all instances. Columns keep their numbers: weights of removed
// features exist but are never used.
type Vocabulary struct {
	node, edge []bool // of each column; nil: no learned instance has sparse rows
}

// NewVocabulary counts the features of the training instances, of equal widths. It keeps a feature
// found in at least minCount of their variables, or edges. It depends on no label. O(size).
func NewVocabulary(learned []sp.Instance, minCount int) *Vocabulary {
	return &Vocabulary{node: frequent(learned, nodeRows, minCount),
		edge: frequent(learned, edgeRows, minCount)}
}

func frequent(learned []sp.Instance, of func(*sp.Instance) *sp.Rows, minCount int) []bool {
	var counts []int
	for i := range learned {
		rows := of(&learned[i])
		if rows.Sparse() && counts == nil {
			counts = make([]int, rows.D)
		}
		for _, j := range rows.Index {
			counts[j]++
		}
	}
	var kept []bool
	for _, n := range counts {
		kept = append(kept, n >= minCount)
	}
	return kept
}

// Apply returns the instances without the removed features. Unchanged parts are shared. O(size).
func (v *Vocabulary) Apply(list []sp.Instance) []sp.Instance {
	out := slices.Clone(list)
	for i := range out {
		keep(&out[i].Node, v.node)
		keep(&out[i].Edge, v.edge)
	}
	return out
}

// keep removes all other columns from r.
func keep(r *sp.Rows, kept []bool) {
	gone := func(j int32) bool { return int(j) >= len(kept) || !kept[j] }
	if !r.Sparse() || !slices.ContainsFunc(r.Index, gone) {
		return
	}
	less := sp.Rows{N: r.N, D: r.D, Start: make([]int32, 1, len(r.Start))}
	for i := range r.N {
		for at := r.Start[i]; at < r.Start[i+1]; at++ {
			if gone(r.Index[at]) {
				continue
			}
			less.Index = append(less.Index, r.Index[at])
			if r.Value != nil {
				less.Value = append(less.Value, r.Value[at])
			}
		}
		less.Start = append(less.Start, int32(len(less.Index)))
	}
	*r = less
}
