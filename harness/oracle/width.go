package oracle

import (
	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
)

// widthSearched is the largest width searched by Width: anything wider is beyond all exact oracles.
const widthSearched = 64

// Width returns an upper bound of the treewidth of a graph of n variables: the width of
// [Elimination]'s order. With more than 2048 variables, or if every order is wider than 64, it
// returns the largest distance between the numbers of an edge's ends. searched is then false: with
// another order of the variables the width may be much smaller. It is exact for forests, 0 or 1.
// Time: minimum fill up to this width, about O(n²·64).
func Width(n int, edges []sp.Edge) (width int, searched bool) {
	switch {
	case len(edges) == 0:
		return 0, true
	case Cycle(n, edges) == nil:
		return 1, true
	}
	width = bandwidth(edges)
	if n > minfill.Limit {
		return width, false
	}
	for _, order := range [][]int32{across(n, n), across(n, width),
		minfill.Order(n, edges, widthSearched)} {
		if order == nil {
			continue
		}
		if rests, _, w := eliminate(order, 1, edges, widthSearched); rests != nil {
			width, searched = min(width, w), true
		}
	}
	return width, searched
}
