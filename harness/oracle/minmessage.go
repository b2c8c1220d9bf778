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
		minRows(dst, cost, table)
	default:
		kernel.MinColumns(dst, cost, table)
	}
}

// minRows fills dst[k] with min_l cost[l] - table[k,l], four k at a time.
func minRows(dst, cost, table []float64) {
	k := len(cost)
	inf := math.Inf(1)
	if k < 4 {
		for i := range dst {
			m := inf
			for l, c := range cost {
				m = min(m, c-table[i*k+l])
			}
			dst[i] = m
		}
		return
	}
	for i := 0; i < k; i += 4 {
		i := min(i, k-4)
		r0, r1, r2, r3 := table[i*k:][:k], table[i*k+k:][:k], table[i*k+2*k:][:k], table[i*k+3*k:][:k]
		m0, m1, m2, m3 := inf, inf, inf, inf
		for l, c := range cost {
			m0 = min(m0, c-r0[l])
			m1 = min(m1, c-r1[l])
			m2 = min(m2, c-r2[l])
			m3 = min(m3, c-r3[l])
		}
		d := dst[i:][:4:4]
		d[0], d[1], d[2], d[3] = m0, m1, m2, m3
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
