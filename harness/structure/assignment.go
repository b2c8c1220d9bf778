package structure

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// An Assignment finds labelings with different labels, but for label None (R. Jonker and A.
// Volgenant, A shortest augmenting path algorithm for dense and sparse linear assignment problems,
// Computing 1987). Variables are rows, labels are columns, costs are negative scores. With the dual
// prices of rows and columns, the reduced cost −score − row − column is never below 0, and 0 for
// the label of a variable. Only columns in use have a price, never above 0. Column None has none.
//
// MAP: O(n²K). Clamped: O(nK) for the first label of a variable, then O(n) at most. Marginals: see
// subsets.go.
type Assignment struct {
	last
	none        int
	row, column []float64 // prices
	owner       []int32   // K: the variable of a column, or -1
	// of the search for a path
	distance []float64 // K
	from     []int32   // K: the row before a column
	open     []int32   // columns not reached yet
	reached  []int32   // columns in order

	clamps  clamps
	subsets subsets
}

// MAP implements [sp.Solver].
func (a *Assignment) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if err := a.begin(y, p); err != nil {
		return 0, err
	}
	if err := a.solve(p); err != nil {
		return 0, err
	}
	a.clamps.of = -1
	return a.end(y, p)
}

// solve sets a.y and the prices.
func (a *Assignment) solve(p *sp.Potentials) error {
	a.prepare(p)
	for d := range a.y {
		a.cheapest(p, d)
	}
	for range 2 {
		a.reduce(p)
	}
	for d, k := range a.y {
		if k == sp.Unknown {
			if err := a.augment(p, d); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *Assignment) prepare(p *sp.Potentials) {
	n, k := p.N(), p.K
	a.none = int(p.Structure.None)
	a.row, a.column = sp.Grow(a.row, n), sp.Grow(a.column, k)
	a.owner, a.distance = sp.Grow(a.owner, k), sp.Grow(a.distance, k)
	a.from, a.open = sp.Grow(a.from, k), sp.Grow(a.open, k)
	clear(a.column)
	for j := range a.owner {
		a.owner[j] = -1
	}
}

// give gives column j to variable d.
func (a *Assignment) give(d, j int) {
	a.y[d] = int32(j)
	if j != a.none {
		a.owner[j] = int32(d)
	}
}

// cheapest gives d its best label if that is free. The price of the row makes it so for all.
func (a *Assignment) cheapest(p *sp.Potentials, d int) {
	scores := p.Node[d*p.K:][:p.K]
	j := int(sp.Best(scores))
	a.row[d], a.y[d] = -scores[j], sp.Unknown
	if a.owner[j] < 0 {
		a.give(d, j)
	}
}

// reduce lets each variable without a label take its cheapest column at a lower price of this
// column, such that the second cheapest is as good; the variable there loses it ("augmenting row
// reduction").
func (a *Assignment) reduce(p *sp.Potentials) {
	for d := range a.y {
		if a.y[d] != sp.Unknown {
			continue
		}
		first, second, at := math.Inf(1), math.Inf(1), 0
		for j, s := range p.Node[d*p.K:][:p.K] {
			if c := -s - a.column[j]; c < second {
				if second = c; c < first {
					first, second, at = c, first, j
				}
			}
		}
		a.row[d] = first
		if math.IsInf(second, 1) {
			continue // the search knows whether the one column can be had
		}
		if at == a.none {
			a.give(d, at)
			continue
		}
		a.row[d] = second
		a.column[at] -= second - first
		if r := a.owner[at]; r >= 0 {
			a.y[r] = sp.Unknown
		}
		a.give(d, at)
	}
}

// augment finds the cheapest way to give variable d a label: along a path on which each variable
// takes the column of the next one, to a free column. It is Dijkstra's, on reduced costs.
func (a *Assignment) augment(p *sp.Potentials, d int) error {
	a.open, a.reached = a.open[:p.K], a.reached[:0]
	for j := range a.distance {
		a.distance[j], a.open[j] = math.Inf(1), int32(j)
	}
	end, least := -1, 0.0
	for r := d; end < 0; {
		i := a.relax(p, r, least)
		if i < 0 {
			return fmt.Errorf("structure: assignment: %w: variable %d and those in its way have too "+
				"few labels", sp.ErrForbidden, d)
		}
		j := int(a.open[i])
		least = a.distance[j]
		a.open[i] = a.open[len(a.open)-1]
		a.open = a.open[:len(a.open)-1]
		if j == a.none || a.owner[j] < 0 {
			end = j
		} else {
			a.reached = append(a.reached, int32(j))
			r = int(a.owner[j])
		}
	}
	a.row[d] += least
	for _, j := range a.reached {
		a.row[a.owner[j]] += least - a.distance[j]
		a.column[j] -= least - a.distance[j]
	}
	for j := end; ; {
		r := int(a.from[j])
		before := int(a.y[r])
		a.give(r, j)
		if r == d {
			return nil
		}
		j = before
	}
}

// relax shortens the distances of open columns through row r, itself at distance least. It returns
// the place of the closest column among the open ones, a free one if possible; -1: none is in
// reach.
func (a *Assignment) relax(p *sp.Potentials, r int, least float64) int {
	scores, base := p.Node[r*p.K:][:p.K], least-a.row[r]
	at, closest := -1, math.Inf(1)
	for i, j := range a.open {
		c := base - scores[j] - a.column[j]
		if c < a.distance[j] {
			a.distance[j], a.from[j] = c, int32(r)
		} else {
			c = a.distance[j]
		}
		if c < closest || c == closest && at >= 0 && a.owner[j] < 0 && a.owner[a.open[at]] >= 0 {
			at, closest = i, c
		}
	}
	return at
}
