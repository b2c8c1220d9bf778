package oracle

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// minMessage fills dst[l] with min_k cost[k] - pair(k,l). The labels k of the
// sender are the rows of the edge's table, or its columns when flip is set.
func minMessage(dst, cost []float64, p *sp.Potentials, edge int32, flip bool) {
	table := p.PairTable(int(edge))
	switch {
	case table == nil:
		minPotts(dst, cost, strength(p, edge))
	case flip:
		kernel.MinRows(dst, cost, table)
	default:
		kernel.MinColumns(dst, cost, table)
	}
}

// minPotts fills dst[l] with min(min_{k≠l} cost[k], cost[l] - s). O(K).
func minPotts(dst, cost []float64, s float64) {
	first, second, at := math.Inf(1), math.Inf(1), 0
	for j, c := range cost {
		switch {
		case c < first || c != c:
			first, second, at = c, first, j // NaN stays first
		case c < second:
			second = c
		}
	}
	for j, c := range cost {
		dst[j] = min(first, c-s)
	}
	if len(cost) > 0 {
		dst[at] = min(second, cost[at]-s)
	}
}
