package structure

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// An Assignment finds labelings with different labels, but for label None (R. Jonker and A.
// Volgenant, A shortest augmenting path algorithm for dense and sparse linear assignment problems,
// Computing 1987). Variables are rows, labels are columns, costs are negative scores. With the dual
// prices of rows and columns, the reduced cost −score − row − column is never below 0, and 0 for
// the label of a variable. Only columns in use have a price, never above 0. Column None has none.
//
// MAP: O(n²K). Clamped: O(nK) for the first label of a variable, then O(1), and O(n) for moves.
// Marginals: see subsets.go.
type Assignment struct {
	last
	none        int
	row, column []float64 // prices
	owner       []int32   // K: the variable of a column, or -1
	free        []int32   // columns that nobody has, and None
	// of the search for a path
	distance []float64 // K: of columns not reached yet
	open     []float64 // K: prices of these, −Inf of others
	from     []int64   // K: the row before a column
	reached  []int32   // columns in order
	at       []float64 // their distances
	far      []float64 // K: +Inf

	clamps  clamps
	subsets subsets
}

// solve sets a.y and the prices.
func (a *Assignment) solve(_ []int32, p *sp.Potentials) error {
	a.clamps.of, a.clamps.label = -1, -1
	a.prepare(p)
	for d := range a.y {
		a.cheapest(p, d)
	}
	for range 2 {
		a.reduce(p)
	}
	a.free = a.free[:0]
	for j, owner := range a.owner {
		if owner < 0 {
			a.free = append(a.free, int32(j))
		}
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
	a.row, a.column, a.owner = sp.Grow(a.row, n), sp.Grow(a.column, k), sp.Grow(a.owner, k)
	a.distance, a.open, a.from = sp.Grow(a.distance, k), sp.Grow(a.open, k), sp.Grow(a.from, k)
	a.far = sp.Grow(a.far, k)
	clear(a.column)
	for j := range a.owner {
		a.owner[j], a.far[j] = -1, math.Inf(1)
	}
}

// give gives column j to variable d.
func (a *Assignment) give(d, j int) {
	a.y[d] = int32(j)
	if j != a.none {
		a.owner[j] = int32(d)
	}
}

// least returns the least cost of d at the prices of columns, and its column. distance has all.
func (a *Assignment) least(p *sp.Potentials, d int) (cost float64, j int) {
	copy(a.distance, a.far)
	return kernel.Relax(a.distance, p.Node[d*p.K:][:p.K], a.column, a.from, 0, 0)
}

// cheapest gives d its best label if that is free. The price of the row makes it so for all.
func (a *Assignment) cheapest(p *sp.Potentials, d int) {
	j := 0
	if a.row[d], j = a.least(p, d); a.owner[j] < 0 {
		a.give(d, j)
	} else {
		a.y[d] = sp.Unknown
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
		first, at := a.least(p, d)
		a.distance[at] = math.Inf(1)
		second := kernel.Min(a.distance)
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
	copy(a.distance, a.far)
	copy(a.open, a.column)
	a.reached, a.at = a.reached[:0], a.at[:0]
	end, least := -1, 0.0
	for r := d; end < 0; {
		j := 0
		least, j = kernel.Relax(a.distance, p.Node[r*p.K:][:p.K], a.open, a.from, least-a.row[r],
			int64(r))
		if j < 0 {
			return fmt.Errorf("structure: assignment: %w: variable %d and those in its way have too "+
				"few labels", sp.ErrForbidden, d)
		}
		for i, f := range a.free {
			if a.distance[f] == least {
				if end = int(f); end != a.none {
					a.free = slices.Delete(a.free, i, i+1)
				}
				break
			}
		}
		a.distance[j], a.open[j] = math.Inf(1), math.Inf(-1)
		a.reached, a.at = append(a.reached, int32(j)), append(a.at, least)
		r = int(a.owner[j])
	}
	a.row[d] += least
	for i, j := range a.reached[:len(a.reached)-1] {
		a.row[a.owner[j]] += least - a.at[i]
		a.column[j] -= least - a.at[i]
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
