package oracle

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
)

// EliminationLimit is the largest number of entries of one table of an [Elimination], K to the
// power of width + 1. It allows grids of 15 columns with two labels, or of 5 columns with five.
// All tables together may have 128 times as many entries.
const EliminationLimit = 1 << 16

// A bucket is one step of an elimination: a table over one variable and its rest. The variable is
// the fastest digit of the table. The rest are the variables that depend on it and are eliminated
// later. Maximising or summing over the variable leaves a message over the rest, one entry per row
// of K. The message goes to the parent, the bucket of the first variable of the rest. Buckets are
// numbered in the order of elimination.
type bucket struct {
	variable int32
	rest     []int32 // numbers of buckets, ascending
	start    int     // of the table among all tables
	size     int     // of the table: K^(1+len(rest))
	bonds    []bond  // by digit

	parent, child, sibling int32 // first child, next child of the parent; -1: none
	// Position of the message in the parent's table. Entries come in runs, contiguous in both. From
	// run to run, digits of the parent move the message by stride. The strides of the message's own
	// digits in the parent's table are in fixed, those of all other digits in free.
	run         int
	stride      []int
	fixed, free []int
}

// A bond is an edge between a bucket's variable and a digit of its rest.
type bond struct {
	digit int
	edge  int32
	flip  bool // the variable is the edge's V
}

// A plan is the order and the shape of an elimination for one graph.
type plan struct {
	n, k    int
	edges   []sp.Edge
	buckets []bucket
	number  []int32 // n: the bucket of a variable
	entries int     // of all tables
	largest int     // table
	load    int     // the largest number of edges with scores in one table
}

// fit prepares the plan for a graph. It tries three orders (by number, across a grid, and by
// [minfill.Order]) and takes the one with the smallest tables. O(m) if the graph is the last
// one, else the cost of that order.
func (q *plan) fit(n, k int, edges []sp.Edge) error {
	if q.buckets != nil && q.n == n && q.k == k && slices.Equal(q.edges, edges) {
		return nil
	}
	q.buckets = nil
	most := 0 // limit for the neighbours of a variable
	for size := k; most < 62 && size <= EliminationLimit/max(k, 2); size *= max(k, 2) {
		most++
	}
	var best [][]int32
	var order []int32
	width, least := n, 0
	try := func(candidate []int32) {
		if candidate == nil {
			return
		}
		rests, entries, w := eliminate(candidate, k, edges, most)
		width = min(width, w)
		if rests != nil && (best == nil || entries < least) {
			best, order, least = rests, candidate, entries
		}
	}
	try(across(n, n))
	try(across(n, bandwidth(edges)))
	if n <= minfill.Limit {
		try(minfill.Order(n, edges, most))
	}
	switch {
	case best == nil || k > EliminationLimit:
		return fmt.Errorf(
			"width %d or more needs a table of %d^%d or more scores, limit %d: %w",
			width, k, width+1, EliminationLimit, errors.ErrUnsupported)
	case least > 128*EliminationLimit:
		return fmt.Errorf("width %d needs %d scores in %d tables, limit %d: %w",
			width, least, n, 128*EliminationLimit, errors.ErrUnsupported)
	}
	q.n, q.k, q.edges = n, k, append(q.edges[:0], edges...)
	q.number = make([]int32, n)
	for i, d := range order {
		q.number[d] = int32(i)
	}
	q.lay(order, best)
	return nil
}

// across returns the variables of a grid with the given number of columns, column by column. If
// columns is n, that is their own order.
func across(n, columns int) []int32 {
	order := make([]int32, 0, n)
	for c := range columns {
		for d := c; d < n; d += columns {
			order = append(order, int32(d))
		}
	}
	return order
}

// bandwidth returns the largest distance between the numbers of an edge's ends:
// the columns of a grid.
func bandwidth(edges []sp.Edge) int {
	b := int32(1)
	for _, e := range edges {
		b = max(b, e.V-e.U)
	}
	return int(b)
}

// eliminate returns the rest of every variable in the given order, the number of entries of all
// tables, and the width. It gives up if a rest has more than most variables: then rests is nil and
// width is the width so far.
func eliminate(order []int32, k int, edges []sp.Edge,
	most int) (rests [][]int32, entries, width int) {
	n := len(order)
	number := make([]int32, n)
	for i, d := range order {
		number[d] = int32(i)
	}
	rests = make([][]int32, n)
	for _, e := range edges {
		i, j := number[e.U], number[e.V]
		rests[min(i, j)] = append(rests[min(i, j)], max(i, j))
	}
	for i, rest := range rests {
		slices.Sort(rest)
		rest = slices.Compact(rest)
		rests[i] = rest
		width = max(width, len(rest))
		if len(rest) > most {
			return nil, 0, width
		}
		entries += power(k, len(rest)+1)
		if len(rest) > 0 {
			rests[rest[0]] = append(rests[rest[0]], rest[1:]...)
		}
	}
	return rests, entries, width
}

// lay fills the buckets.
func (q *plan) lay(order []int32, rests [][]int32) {
	q.buckets = make([]bucket, q.n)
	q.entries, q.largest = 0, 0
	for i := range q.buckets {
		b := &q.buckets[i]
		*b = bucket{variable: order[i], rest: rests[i], start: q.entries,
			size: power(q.k, len(rests[i])+1), parent: -1, child: -1, sibling: -1}
		q.entries += b.size
		q.largest = max(q.largest, b.size)
	}
	for e, uv := range q.edges {
		i, j := q.number[uv.U], q.number[uv.V]
		b := &q.buckets[min(i, j)]
		digit, _ := slices.BinarySearch(b.rest, max(i, j))
		b.bonds = append(b.bonds, bond{digit: digit, edge: int32(e), flip: j < i})
	}
	crossing, back := make([]int, q.n), make([]int, q.n) // edges into the rest; edges from before
	q.load = 0
	for i := range q.buckets {
		b := &q.buckets[i]
		slices.SortStableFunc(b.bonds, func(a, c bond) int { return a.digit - c.digit })
		for _, l := range b.bonds {
			back[b.rest[l.digit]]++
		}
		q.load = max(q.load, crossing[i]+len(b.bonds))
		if len(b.rest) == 0 {
			continue
		}
		b.parent = b.rest[0]
		p := &q.buckets[b.parent]
		b.sibling, p.child = p.child, int32(i)
		b.nest(p, q.k)
		crossing[b.parent] += crossing[i] - back[i] + len(b.bonds)
	}
}

// nest finds where the message of b lies in the table of its parent.
func (b *bucket) nest(p *bucket, k int) {
	b.run = k // the parent's variable is the first digit of both
	b.fixed = append(b.fixed, 1)
	at, inner := 1, true
	place, own := k, k // strides of the digit in the parent's table and in the message
	for _, d := range p.rest {
		in := at < len(b.rest) && b.rest[at] == d
		inner = inner && in
		move := 0
		if in {
			b.fixed = append(b.fixed, place)
			move = own
			own *= k
			at++
		} else {
			b.free = append(b.free, place)
		}
		if inner {
			b.run *= k
		} else {
			b.stride = append(b.stride, move)
		}
		place *= k
	}
}

func power(k, n int) int {
	p := 1
	for range n {
		p *= k
	}
	return p
}

// An odometer counts through digits 0..k-1, the first fastest, and keeps the
// sum of digit times stride.
type odometer struct {
	digit [20]int32 // more than a table within EliminationLimit has
	at    int
}

func (o *odometer) advance(stride []int, k int) {
	for j, s := range stride {
		o.digit[j]++
		o.at += s
		if int(o.digit[j]) < k {
			return
		}
		o.digit[j] = 0
		o.at -= k * s
	}
}
