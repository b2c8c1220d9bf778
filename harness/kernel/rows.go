package kernel

import "math"

// MinRows fills dst (K) with min_l cost[l] − table[k·K+l]; NaN if a difference is NaN; a zero
// is +0. cost has length K and table K². O(K²), without allocation. It handles four rows at a time.
func MinRows(dst, cost, table []float64) {
	k, inf := check(dst, cost, table), math.Inf(1)
	if k < 4 {
		for i := range dst {
			m := inf
			for l, c := range cost {
				m = min(m, c-table[i*k+l])
			}
			dst[i] = m + 0 // −0 becomes +0
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
		d[0], d[1], d[2], d[3] = m0+0, m1+0, m2+0, m3+0
	}
}
