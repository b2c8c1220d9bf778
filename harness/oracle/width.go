package oracle

import "github.com/spbench/spbench/harness/sp"

// widthSearched is the width up to which Width searches: what is wider is beyond every exact
// oracle.
const widthSearched = 64

// Width returns an upper bound of the treewidth of a graph of n variables: that of the order of
// elimination that [Elimination] would take. Where there are more than 2048 variables, or each
// order that is tried is wider than 64, it is the largest distance between the numbers of an edge's
// ends, and searched is false: another order of the variables may be much narrower. It is exact for
// forests, 0 or 1. Time: that of minimum fill up to this width, some O(n²·64).
func Width(n int, edges []sp.Edge) (width int, searched bool) {
	switch {
	case len(edges) == 0:
		return 0, true
	case Cycle(n, edges) == nil:
		return 1, true
	}
	width = bandwidth(edges)
	if n > minFillLimit {
		return width, false
	}
	for _, order := range [][]int32{across(n, n), across(n, width),
		minFill(n, edges, widthSearched)} {
		if order == nil {
			continue
		}
		if rests, _, w := eliminate(order, 1, edges, widthSearched); rests != nil {
			width, searched = min(width, w), true
		}
	}
	return width, searched
}
