package minfill

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// widthSearched is the largest width searched by Width: anything wider is beyond all exact oracles.
const widthSearched = 64

// Width returns an upper bound of the treewidth of a graph of n variables: the width of an order of
// elimination. It searches orders of up to 2048 variables and of a width of up to 64. Otherwise it
// returns the largest distance between the numbers of an edge's ends, and searched is false. The
// width of another order may then be much smaller. It is exact for forests, 0 or 1. Time: minimum
// fill up to this width, about O(n²·64).
func Width(n int, edges []sp.Edge) (width int, searched bool) {
	if len(edges) == 0 {
		return 0, true
	}
	if _, err := sp.NewForest(slices.Repeat([]bool{true}, n), edges); err == nil {
		return 1, true
	}
	width = bandwidth(edges)
	if n > Limit {
		return width, false
	}
	for _, order := range [][]int32{across(n, n), across(n, width),
		Order(n, edges, widthSearched)} {
		if order == nil {
			continue
		}
		if rests, _, w := eliminate(order, 1, edges, widthSearched); rests != nil {
			width, searched = min(width, w), true
		}
	}
	return width, searched
}
