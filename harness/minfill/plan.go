package minfill

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// TableLimit is the largest number of entries of a table, K to the power of width + 1. It allows
// grids of 15 columns with two labels, or of 5 columns with five. All tables together may have 128
// times as many entries.
const TableLimit = 1 << 16

// A Plan is the order and the shape of an elimination for one graph.
type Plan struct {
	N, K    int
	Edges   []sp.Edge
	Factors *sp.Factors
	Buckets []Bucket
	Number  []int32 // n: the bucket of a variable
	Entries int     // of all tables
	Largest int     // table
	Load    int     // the largest number of edges with scores in one table
}

// Fit prepares the plan for a graph with factors f. O(m) if they are the last ones, else the cost
// of finding an order.
func (q *Plan) Fit(n, k int, edges []sp.Edge, f *sp.Factors) error {
	if q.Buckets != nil && q.N == n && q.K == k && slices.Equal(q.Edges, edges) && q.Factors == f {
		return nil
	}
	q.Buckets = nil
	q.N, q.K, q.Edges, q.Factors = n, k, append(q.Edges[:0], edges...), f
	order, rests, err := q.search(f.Join(slices.Clip(q.Edges)))
	if err != nil {
		return err
	}
	q.Number = make([]int32, n)
	for i, d := range order {
		q.Number[d] = int32(i)
	}
	q.lay(order, rests)
	q.tie()
	return nil
}

// search returns an order and its rests. It tries three orders (by number, across a grid, and by
// [Order]) and takes the one with the smallest tables. With factors it tries the last variable
// first before all others: the tables of successive factors are then those of buckets.
func (q *Plan) search(edges []sp.Edge) (order []int32, best [][]int32, err error) {
	n, k := q.N, q.K
	most := 0 // limit for the neighbours of a variable
	for size := k; most < 62 && size <= TableLimit/max(k, 2); size *= max(k, 2) {
		most++
	}
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
	if q.Factors.N() > 0 {
		last := across(n, n)
		slices.Reverse(last)
		try(last)
	}
	try(across(n, n))
	try(across(n, bandwidth(edges)))
	if n <= Limit {
		try(Order(n, edges, most))
	}
	switch {
	case best == nil || k > TableLimit:
		err = fmt.Errorf("width %d or more needs a table of %d^%d or more scores, limit %d: %w",
			width, k, width+1, TableLimit, errors.ErrUnsupported)
	case least > 128*TableLimit:
		err = fmt.Errorf("width %d needs %d scores in %d tables, limit %d: %w", width, least, n,
			128*TableLimit, errors.ErrUnsupported)
	}
	return order, best, err
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
		entries += Power(k, len(rest)+1)
		if len(rest) > 0 {
			rests[rest[0]] = append(rests[rest[0]], rest[1:]...)
		}
	}
	return rests, entries, width
}
