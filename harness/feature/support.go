package feature

import (
	"math/bits"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// Support appends the coordinates φ(x,·) can touch, as ascending disjoint ranges lo, hi with no
// two adjacent. Stored zeros of sparse rows count as touched, zeros of dense rows do not.
//
// It needs no memory except the tail of ranges. Sparse rows of width D: O(nnz + D/32) time and
// D/32 entries, or O(nnz·log nnz) time and 3·nnz entries, whichever is less. Dense rows: O(n·D)
// time at worst, no memory.
func (l *Linear) Support(ranges []int32, x *sp.Instance) []int32 {
	l.need(l.dim, x)
	start := len(ranges)
	ranges = l.node.support(ranges, start, &x.Node)
	if len(x.Edges) > 0 {
		ranges = l.pair.support(ranges, start, &x.Edge)
	}
	if x.Factors.N() > 0 {
		ranges = l.factor.support(ranges, start, &x.Factors.Rows)
	}
	return ranges
}

// extend appends the range lo, hi, or extends the last range if the two meet.
func extend(ranges []int32, start, lo, hi int) []int32 {
	if n := len(ranges); n > start && ranges[n-1] == int32(lo) {
		ranges[n-1] = int32(hi)
		return ranges
	}
	return append(ranges, int32(lo), int32(hi))
}

// column appends the weights of feature j.
func (b block) column(ranges []int32, start, j int) []int32 {
	lo, hi := b.weights(j)
	if lo == hi {
		return ranges
	}
	return extend(ranges, start, lo, hi)
}

func (b block) support(ranges []int32, start int, rows *sp.Rows) []int32 {
	switch {
	case b.states == 0:
		return ranges
	case rows.D < b.width:
		return extend(ranges, start, b.off, b.end())
	case !rows.Sparse():
		for j := range rows.D {
			if touched(rows, j) {
				ranges = b.column(ranges, start, j)
			}
		}
		return ranges
	case rows.D/32 <= 16*len(rows.Index):
		return b.supportBits(ranges, start, rows)
	}
	return b.supportSorted(ranges, start, rows)
}

func touched(rows *sp.Rows, j int) bool {
	for i := j; i < len(rows.Dense); i += rows.D {
		if rows.Dense[i] != 0 {
			return true
		}
	}
	return false
}

// supportBits marks the columns in a bit set. The set lies behind the space for the ranges: at
// most one per column, and one per index.
func (b block) supportBits(ranges []int32, start int, rows *sp.Rows) []int32 {
	n, room := len(ranges), 2*min(rows.D, len(rows.Index))
	words := (rows.D + 31) / 32
	buf := slices.Grow(ranges, room+words)
	set := buf[n+room : n+room+words]
	clear(set)
	for _, j := range rows.Index {
		set[j>>5] |= 1 << (j & 31)
	}
	ranges = buf[:n]
	for i, word := range set {
		for u := uint32(word); u != 0; u &= u - 1 {
			ranges = b.column(ranges, start, 32*i+bits.TrailingZeros32(u))
		}
	}
	return ranges
}

// supportSorted sorts a copy of the columns behind the same space.
func (b block) supportSorted(ranges []int32, start int, rows *sp.Rows) []int32 {
	n, room := len(ranges), 2*len(rows.Index)
	buf := slices.Grow(ranges, room+len(rows.Index))
	list := buf[n+room : n+room+len(rows.Index)]
	copy(list, rows.Index)
	slices.Sort(list)
	ranges = buf[:n]
	last := int32(-1)
	for _, j := range list {
		if j != last {
			ranges = b.column(ranges, start, int(j))
			last = j
		}
	}
	return ranges
}
