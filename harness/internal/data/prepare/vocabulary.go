package prepare

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Vocabulary lists the sparse features that a fit has weights for: those frequent enough in its
// training instances. [Vocabulary.Apply] removes all others from any instances.
type Vocabulary struct{ Node, Edge Columns }

// Columns are the sparse features that a fit keeps, of variables or of edges. The zero value keeps
// dense rows as they are.
type Columns struct {
	kept   []int32 // columns of the dataset, ascending
	number []int32 // for each column of the dataset its index in kept, or -1; nil: no sparse rows
}

// NewVocabulary counts the features of the training instances, of equal widths. It keeps a feature
// found in at least minCount of their variables, or edges, and at least once. It depends on no
// label. O(size).
func NewVocabulary(learned []sp.Instance, minCount int) *Vocabulary {
	return &Vocabulary{frequent(learned, nodeRows, minCount), frequent(learned, edgeRows, minCount)}
}

func frequent(learned []sp.Instance, of func(*sp.Instance) *sp.Rows, minCount int) (c Columns) {
	for i := range learned {
		rows := of(&learned[i])
		if rows.Sparse() && c.number == nil {
			c.number = make([]int32, rows.D)
		}
		for _, j := range rows.Index {
			c.number[j]++
		}
	}
	for j, n := range c.number {
		if c.number[j] = -1; int(n) >= max(1, minCount) {
			c.number[j] = int32(len(c.kept))
			c.kept = append(c.kept, int32(j))
		}
	}
	return c
}

// Width returns the number of columns of rows that had width before. At least one stays: it has no
// entries if none is frequent.
func (c *Columns) Width(width int) int {
	if c.number == nil {
		return width
	}
	return max(1, len(c.kept))
}

// Source returns the column of the dataset that became column j.
func (c *Columns) Source(j int) int {
	if j < len(c.kept) {
		return int(c.kept[j])
	}
	return j
}

// Apply returns the instances without the removed features. The others keep their order and are
// numbered from 0. If all columns stay, rows are shared with the argument; the whole list is, if
// also no width changes. O(size).
func (v *Vocabulary) Apply(list []sp.Instance) []sp.Instance {
	if !slices.ContainsFunc(list, func(x sp.Instance) bool {
		return v.Node.changes(&x.Node) || v.Edge.changes(&x.Edge)
	}) {
		return list
	}
	out := make([]sp.Instance, len(list))
	for i := range out {
		out[i] = list[i]
		v.Node.apply(&out[i].Node)
		if f := out[i].Frame; f != nil {
			whole := *f
			v.Node.apply(&whole.Node)
			out[i].Frame = &whole
		}
		v.Edge.apply(&out[i].Edge)
	}
	return out
}

// changes reports whether apply changes r.
func (c *Columns) changes(r *sp.Rows) bool {
	if r.N == 0 {
		return r.D != c.Width(r.D)
	}
	return r.Sparse() && (c.number == nil || len(c.kept) != r.D)
}

// apply removes all other columns from r.
func (c *Columns) apply(r *sp.Rows) {
	if !c.changes(r) {
		return
	}
	if r.N == 0 && !r.Sparse() {
		r.D = c.Width(r.D)
		return
	}
	less := sp.Rows{
		N: r.N, D: c.Width(r.D), Start: make([]int32, 1, len(r.Start)),
		Index: make([]int32, 0, len(r.Index)),
	}
	for i := range r.N {
		index, value := r.Row(i)
		for t, j := range index {
			if int(j) >= len(c.number) || c.number[j] < 0 {
				continue
			}
			less.Index = append(less.Index, c.number[j])
			if value != nil {
				less.Value = append(less.Value, value[t])
			}
		}
		less.Start = append(less.Start, int32(len(less.Index)))
	}
	if r.Value != nil && less.Value == nil {
		less.Value = []float32{}
	}
	*r = less
}
