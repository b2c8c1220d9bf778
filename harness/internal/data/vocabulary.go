package data

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Vocabulary is which sparse features are kept: those that the instances that are learned from
// have often enough. The others are left out of the rows of all instances; columns keep their
// numbers, so weights of what is left out exist but meet no feature.
type Vocabulary struct {
	node, edge []bool // of each column; nil: no learned instance has sparse rows
}

// NewVocabulary counts the features of the learned instances, which share their widths: a feature
// is kept where minCount of their variables, or edges, have it. It depends on no label. O(size).
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

// Apply returns the instances without the features that are left out. What does not change is
// shared. O(size).
func (v *Vocabulary) Apply(list []sp.Instance) []sp.Instance {
	out := slices.Clone(list)
	for i := range out {
		keep(&out[i].Node, v.node)
		keep(&out[i].Edge, v.edge)
	}
	return out
}

// keep takes the columns out of r that are not kept.
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
