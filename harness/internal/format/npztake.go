package format

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// take fills the record with instance i. It is long because it lists all fields.
func (r *npzReader) take(i int, p place) error {
	s, rec := &r.set, &r.record
	rec.reset()
	lo, hi, first, last := s.offsets[i], s.offsets[i+1], s.edgeOffsets[i], s.edgeOffsets[i+1]
	give := func(name string) { rec.has |= 1 << slices.Index(fields, name) }
	s.node.take(&rec.node, "node", lo, hi, give)
	s.edge.take(&rec.edge, "edge", first, last, give)
	if rec.chain = s.chain; !s.chain {
		for e := first; e < last; e++ {
			u, v := s.ends[2*e], s.ends[2*e+1]
			rec.edges = append(rec.edges, sp.Edge{U: min(u, v), V: max(u, v)})
		}
	}
	if s.gold != nil {
		give("gold")
		rec.gold = append(rec.gold, s.gold[lo:hi]...)
	}
	if s.size != nil {
		give("size")
		rec.size = append(rec.size, s.size[lo:hi]...)
	}
	if s.mixed != nil {
		give("mixed")
		rec.mixed = append(rec.mixed, s.mixed[lo*r.K:hi*r.K]...)
	}
	if s.allowed != nil {
		if rec.allowed = s.lists(lo, hi, r.K); rec.allowed != nil {
			give("allowed")
		}
	}
	for d := lo; d < hi && s.outside != nil; d++ {
		give("outside")
		if s.outside[d] != 0 {
			rec.outside = append(rec.outside, int32(d-lo))
		}
	}
	if s.id != nil {
		rec.id = s.id[i]
	}
	if s.weight != nil {
		rec.weight = s.weight[i]
	}
	if s.fold != nil {
		rec.fold = s.fold[i]
	}
	if s.group != nil {
		rec.group = s.group[i]
	}
	if s.shape != nil && some(s.shape[2*i:2*i+2]) {
		give("shape")
		rec.shape = append(rec.shape, s.shape[2*i:2*i+2]...)
	}
	if s.box != nil && some(s.box[4*i:4*i+4]) {
		give("box")
		rec.box = append(rec.box, s.box[4*i:4*i+4]...)
	}
	return nil
}

// some reports whether a number is not 0.
func some(list []int32) bool {
	return slices.ContainsFunc(list, func(v int32) bool { return v != 0 })
}

// lists returns the allowed labels of the variables lo..hi. A variable with all labels allowed has
// nil; if all have, the result is nil.
func (s *npzSet) lists(lo, hi, k int) (lists [][]int32) {
	if !slices.Contains(s.allowed[lo*k:hi*k], 0) {
		return nil
	}
	for d := lo; d < hi; d++ {
		var list []int32
		for l, in := range s.allowed[d*k : (d+1)*k] {
			if in != 0 {
				list = append(list, int32(l))
			}
		}
		switch len(list) {
		case k:
			list = nil
		case 0:
			list = []int32{} // rejected by the check of instances
		}
		lists = append(lists, list)
	}
	return lists
}

// take gives an instance the rows lo..hi. Their numbers are shared, not copied.
func (w *npzRows) take(to *rows, name string, lo, hi int, give func(string)) {
	to.shared = true
	switch {
	case w.dense != nil || w.start == nil && w.width > 0:
		give(map[string]string{"node": "nodes", "edge": "edge_rows"}[name])
		to.n, to.width = hi-lo, w.width
		to.dense = part(w.dense, lo*w.width, hi*w.width)
	case w.start != nil:
		give(name + "_index")
		from := w.start[lo]
		for _, at := range w.start[lo : hi+1] {
			to.start = append(to.start, int32(at-from))
		}
		to.index = part(w.index, from, w.start[hi])
		if w.value != nil {
			give(name + "_value")
			to.value = part(w.value, from, w.start[hi])
			for _, at := range w.start[lo+1 : hi+1] {
				to.ends = append(to.ends, at-from)
			}
		}
	}
}

// part returns lo..hi of a list, without capacity to append in place.
func part[T any](list []T, lo, hi int) []T { return list[lo:hi:hi] }
