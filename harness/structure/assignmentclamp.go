package structure

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A clamps has the cheapest changes of an assignment after which variable `of` gets another label,
// for all labels. If d takes column k, the variable there takes another column, and so on. The way
// ends at the column of d, or at a free one, and then the column of d stays free. One more row, the
// slack, owns the free columns and takes a column that is left, at cost −price. So every way ends
// at the column of d. One search from there, against their direction, finds them all.
type clamps struct {
	of    int       // -1: none yet
	label int32     // of the last query, if nobody knows its moves yet, else -1
	width int       // n+1, and more up to a multiple of 8, as Relax likes it
	table []float64 // K×width: the scores of a column; 0 for the slack
	cost  []float64 // width: from the column of a variable to that of d; n: from one of the slack
	next  []int64   // width: the column that this variable, or the slack, takes
	// of the search
	open []float64 // width: costs of rows not reached yet
	row  []float64 // width: prices of these, −Inf of others
	none int       // the row that leaves None if one more takes it: one there, or the slack
	any  bool      // none is known
}

// Clamped implements [sp.Clamper].
func (a *Assignment) Clamped(y []int32, d int, k int32) (float64, error) {
	c := &a.clamps
	c.label = -1
	if done, score, err := a.clamp(y, d, k); done {
		return score, err
	}
	if c.of != d {
		a.search(d)
	}
	way := c.cost[a.leaves(k)]
	if math.IsInf(way, 1) {
		return 0, fmt.Errorf("%w: no other variable can take its place", forbidden(d, k))
	}
	if c.label = k; y != nil {
		a.follow(y)
	}
	return a.score + a.p.Node[d*a.p.K+int(k)] + a.row[d] + a.column[k] - way, nil
}

// Moves implements [sp.Clamper].
func (a *Assignment) Moves(list []sp.Move) []sp.Move {
	if a.clamps.label >= 0 {
		a.follow(nil)
	}
	return append(list, a.moves...)
}

// follow records the moves of the last query, in y too unless it is nil.
func (a *Assignment) follow(y []int32) {
	c := &a.clamps
	k := c.label
	c.label = -1
	a.move(y, c.of, k)
	for home := a.y[c.of]; k != home; {
		r := a.leaves(k)
		if k = int32(c.next[r]); r < len(a.y) {
			a.move(y, r, k)
		}
	}
}

// leaves returns the row that leaves column k if one more takes it: the slack for a free column,
// and for None the cheapest of all that are there.
func (a *Assignment) leaves(k int32) int {
	switch {
	case int(k) == a.none:
		return a.clamps.none
	case a.owner[k] < 0:
		return len(a.y)
	}
	return int(a.owner[k])
}

// search fills the clamps of variable d, with Dijkstra's algorithm from its column: O(nK). Rows are
// reached in the order of their costs.
func (a *Assignment) search(d int) {
	c, n := &a.clamps, len(a.y)
	if c.of < 0 {
		a.transpose()
	}
	c.of = d
	c.cost, c.next = sp.Grow(c.cost, c.width), sp.Grow(c.next, c.width)
	c.open, c.row = sp.Grow(c.open, c.width), sp.Grow(c.row, c.width)
	for r := range c.cost {
		c.cost[r], c.open[r], c.row[r] = math.Inf(1), math.Inf(1), math.Inf(-1)
	}
	copy(c.row, a.row)
	c.row[n], c.row[d] = 0, math.Inf(-1)
	c.none, c.any = n, int(a.y[d]) == a.none
	for cost, r := a.enter(int(a.y[d]), 0); r >= 0; {
		c.cost[r], c.open[r], c.row[r] = cost, math.Inf(1), math.Inf(-1)
		cost, r = a.leave(r, cost)
	}
}

// transpose fills the table.
func (a *Assignment) transpose() {
	c, n, k := &a.clamps, len(a.y), a.p.K
	c.width = (n/8 + 1) * 8
	c.table = sp.Grow(c.table, k*c.width)
	for j := range k {
		column := c.table[j*c.width:][:c.width]
		for r := range n {
			column[r] = a.p.Node[r*k+j]
		}
		clear(column[n:])
	}
}

// leave lets other rows enter the columns of row r, from which the way costs so much. Like enter it
// returns the next row.
func (a *Assignment) leave(r int, cost float64) (least float64, at int) {
	n := len(a.y)
	if r < n && int(a.y[r]) != a.none {
		return a.enter(int(a.y[r]), cost)
	}
	least, at = a.enter(0, math.Inf(1)) // none enters
	if a.none >= 0 && !a.clamps.any {
		a.clamps.none, a.clamps.any = r, true
		least, at = a.enter(a.none, cost)
	}
	for j, owner := range a.owner {
		if r == n && owner < 0 && j != a.none {
			least, at = a.enter(j, cost)
		}
	}
	return least, at
}

// enter shortens the ways of the rows that can take column j, from which the way costs so much. It
// returns the row with the least one, -1: no more rows have one.
func (a *Assignment) enter(j int, cost float64) (least float64, at int) {
	c := &a.clamps
	return kernel.Relax(c.open, c.table[j*c.width:][:c.width], c.row, c.next, cost-a.column[j],
		int64(j))
}
