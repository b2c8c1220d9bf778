package structure

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A clamps has the cheapest changes of an assignment after which variable `of` gets another label,
// for all labels. If d takes column k, the variable there takes another column, and so on. The way
// ends at the column of d, or at a free one, and then the column of d stays free. One more row, the
// slack, owns the free columns and takes a column that is left, at cost −price. So every way ends
// at the column of d. One search from there, against their direction, finds them all.
type clamps struct {
	of   int       // -1: none yet
	cost []float64 // n+1: from the column of a variable to that of d; n: from a column of the slack
	next []int32   // n+1: the column that this variable, or the slack, takes
	done []bool    // n+1
	none int       // the row that leaves None if one more takes it: one there, or the slack
	open bool      // none is known
}

// Clamped implements [sp.Clamper].
func (a *Assignment) Clamped(y []int32, d int, k int32) (float64, error) {
	if done, score, err := a.clamp(y, d, k); done {
		return score, err
	}
	if a.clamps.of != d {
		a.search(d)
	}
	c := &a.clamps
	if math.IsInf(c.cost[a.leaves(k)], 1) {
		return 0, fmt.Errorf("%w: no other variable can take its place", forbidden(d, k))
	}
	score := a.score + a.move(y, d, k)
	for home := a.y[d]; k != home; {
		r := a.leaves(k)
		if k = c.next[r]; r < len(a.y) {
			score += a.move(y, r, k)
		}
	}
	return score, nil
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
	c, n, p := &a.clamps, len(a.y), a.p
	c.of = d
	c.cost, c.next, c.done = sp.Grow(c.cost, n+1), sp.Grow(c.next, n+1), sp.Grow(c.done, n+1)
	for r := range c.cost {
		c.cost[r], c.done[r] = math.Inf(1), false
	}
	c.done[d], c.open = true, int(a.y[d]) == a.none
	a.enter(p, a.y[d], 0)
	for c.none = n; ; {
		at, closest := -1, math.Inf(1)
		for r, cost := range c.cost {
			if !c.done[r] && cost < closest {
				at, closest = r, cost
			}
		}
		if at < 0 {
			return
		}
		c.done[at] = true
		a.leave(p, at, closest)
	}
}

// leave lets other rows enter the columns of row r, from which the way costs so much.
func (a *Assignment) leave(p *sp.Potentials, r int, cost float64) {
	n := len(a.y)
	if r < n && int(a.y[r]) != a.none {
		a.enter(p, a.y[r], cost)
		return
	}
	if a.none >= 0 && !a.clamps.open {
		a.clamps.none, a.clamps.open = r, true
		a.enter(p, int32(a.none), cost)
	}
	for j, owner := range a.owner {
		if r == n && owner < 0 && j != a.none {
			a.enter(p, int32(j), cost)
		}
	}
}

// enter shortens the ways of the rows that can take column j, from which the way costs so much.
func (a *Assignment) enter(p *sp.Potentials, j int32, cost float64) {
	c, n := &a.clamps, len(a.y)
	for r, at := 0, int(j); r < n; r, at = r+1, at+p.K {
		if c.done[r] {
			continue
		}
		if to := cost - p.Node[at] - a.row[r] - a.column[j]; to < c.cost[r] {
			c.cost[r], c.next[r] = to, j
		}
	}
	if to := cost - a.column[j]; !c.done[n] && to < c.cost[n] {
		c.cost[n], c.next[n] = to, j
	}
}
