package format

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// record returns instance i; there are k labels.
func (s *npzSet) record(i, k int) *record {
	lo, hi, first, last := s.offsets[i], s.offsets[i+1], s.edgeOffsets[i], s.edgeOffsets[i+1]
	x := &record{chained: s.chain}
	x.Node, x.Edge = s.node.rows(lo, hi), s.edge.rows(first, last)
	x.Label = s.label.rows(s.labelOffsets[i], s.labelOffsets[i+1])
	if !s.chain {
		x.Edges = pairs(s.ends, first, last)
	}
	x.Structure = s.structureOf(i)
	x.Gold, x.Size = copied(s.gold, lo, hi), copied(s.size, lo, hi)
	own := min(labelsOf(&x.Instance, k), k) // columns of more labels are not used
	for d := lo; d < hi; d++ {
		x.Mixed = append(x.Mixed, copied(s.mixed, d*k, d*k+own)...)
	}
	if s.allowed != nil {
		x.Allowed = s.lists(lo, hi, k, own)
	}
	if s.outside != nil {
		x.hidden = marked(s.outside[lo:hi])
	}
	x.ID, x.group = of(s.id, i, ""), of(s.group, i, "")
	x.Weight, x.fold = of(s.weight, i, 1), of(s.fold, i, -1)
	if s.shape != nil {
		x.Shape = [2]int{int(s.shape[2*i]), int(s.shape[2*i+1])}
	}
	if box := copied(s.box, 4*i, 4*i+4); !slices.Equal(box, make([]int32, 4)) {
		x.box = box
	}
	return x
}

// structureOf returns the structure of instance i; nil: it has none.
func (s *npzSet) structureOf(i int) *sp.Structure {
	if of(s.structure, i, "") == "" {
		return nil
	}
	n := func(list int) int32 { return of(s.numbers[list], i, 0) }
	t := &sp.Structure{Kind: s.structure[i], Single: n(1) > 0, Source: n(2), Sink: n(3), Least: n(4),
		Most: n(5)}
	switch t.Kind {
	case sp.Assignment:
		t.None = of(s.numbers[0], i, sp.Unknown)
	case sp.Path:
		t.Arcs = pairs(s.arcs, s.offsets[i], s.offsets[i+1])
	}
	return t
}

// pairs returns the edges from lo to hi of a list with both ends of each.
func pairs(ends []int32, lo, hi int) (edges []sp.Edge) {
	for e := lo; e < hi && ends != nil; e++ {
		edges = append(edges, sp.Edge{U: ends[2*e], V: ends[2*e+1]})
	}
	return edges
}

// of returns element i of a list, or the default without a list.
func of[T any](list []T, i int, without T) T {
	if list == nil {
		return without
	}
	return list[i]
}

// copied returns a copy of the part from lo to hi of a list; nil without a list.
func copied[T any](list []T, lo, hi int) []T {
	if list == nil {
		return nil
	}
	return own(list[lo:hi])
}

// lists returns the allowed labels of the variables lo..hi, by the first own of k columns. A
// variable with all labels allowed has nil; if all have, the result is nil.
func (s *npzSet) lists(lo, hi, k, own int) (lists [][]int32) {
	for d := lo; d < hi; d++ {
		list := marked(s.allowed[d*k:][:own]) // the check of instances rejects an empty one
		if len(list) == own {
			list = nil
		}
		lists = append(lists, list)
	}
	if slices.ContainsFunc(lists, func(l []int32) bool { return l != nil }) {
		return lists
	}
	return nil
}

// marked returns the places of numbers other than 0; it is never nil.
func marked(flags []int32) []int32 {
	list := []int32{}
	for i, v := range flags {
		if v != 0 {
			list = append(list, int32(i))
		}
	}
	return list
}

// rows returns the rows lo..hi. Their numbers are shared, not copied.
func (w *npzRows) rows(lo, hi int) (rows sp.Rows) {
	if w.start == nil || lo == hi {
		if w.width > 0 && lo < hi {
			rows = sp.Rows{N: hi - lo, D: w.width, Dense: part(w.dense, lo*w.width, hi*w.width)}
		}
		return rows
	}
	from := w.start[lo]
	rows = sp.Rows{N: hi - lo, Index: part(w.index, from, w.start[hi]),
		Value: part(w.value, from, w.start[hi])}
	for _, at := range w.start[lo : hi+1] {
		rows.Start = append(rows.Start, int32(at-from))
	}
	return rows
}

// part returns lo..hi of a list, without capacity to append in place, or nil if it is empty.
func part[T any](list []T, lo, hi int) []T {
	if list == nil || lo == hi {
		return nil
	}
	return list[lo:hi:hi]
}
