package oracle

import "github.com/spbench/spbench/harness/sp"

// Width returns an upper bound of the treewidth of a graph of n variables: that of the order of elimination that
// [Elimination] would take, however wide, where there are up to 2048 variables, and else the largest distance between the
// numbers of an edge's ends. It is exact for forests, 0 or 1. Time: that of minimum fill, some O(n²·width).
func Width(n int, edges []sp.Edge) int {
	switch {
	case len(edges) == 0:
		return 0
	case cycle(n, edges) == nil:
		return 1
	}
	least := bandwidth(edges)
	if n > minFillLimit {
		return least
	}
	for _, order := range [][]int32{across(n, n), across(n, least), minFill(n, edges, n)} {
		if _, _, width := eliminate(order, 1, edges, n); width < least {
			least = width
		}
	}
	return least
}
