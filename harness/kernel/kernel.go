// Package kernel is the innermost loops of inference and of features. On amd64 with AVX2 they are assembly, which package tools/kernel
// writes; elsewhere, and with the build tag purego, plain Go. Both give the same bits: each column of a table is
// combined from the first row to the last, without fused multiplication and addition.
package kernel

import "math"

//go:generate go -C ../../tools/kernel run . -out ../../harness/kernel/kernel_amd64.s -stubs ../../harness/kernel/stubs_amd64.go -pkg kernel

// MinColumns fills dst (K) with min_k cost[k] − table[k·K+l], NaN where a difference is; a zero is +0. cost has length
// K and table K². O(K²), without allocation.
func MinColumns(dst, cost, table []float64) {
	k := check(dst, cost, table)
	if k > 0 && wide && !minColumnsAVX2(&dst[0], &cost[0], &table[0], k) {
		return
	}
	minColumns(dst, cost, table)
	for l := range dst {
		dst[l] += 0 // −0 becomes +0
	}
}

// minColumns goes through seven columns at a time: as many minima as a processor without vectors can keep under way.
func minColumns(dst, cost, table []float64) {
	const width = 7
	k, inf := len(cost), math.Inf(1)
	if k < width {
		for l := range dst {
			m := inf
			for i, c := range cost {
				m = min(m, c-table[i*k+l])
			}
			dst[l] = m
		}
		return
	}
	for l := 0; l < k; l += width {
		l := min(l, k-width) // the last block may overlap the one before
		m0, m1, m2, m3, m4, m5, m6 := inf, inf, inf, inf, inf, inf, inf
		row := table[l:]
		for _, c := range cost {
			_ = row[width-1]
			m0 = min(m0, c-row[0])
			m1 = min(m1, c-row[1])
			m2 = min(m2, c-row[2])
			m3 = min(m3, c-row[3])
			m4 = min(m4, c-row[4])
			m5 = min(m5, c-row[5])
			m6 = min(m6, c-row[6])
			row = row[min(k, len(row)):]
		}
		d := dst[l:][:width:width]
		d[0], d[1], d[2], d[3], d[4], d[5], d[6] = m0, m1, m2, m3, m4, m5, m6
	}
}

// SumColumns fills dst (K) with Σ_k v[k]·table[k·K+l]. v has length K and table K². O(K²), without allocation.
func SumColumns(dst, v, table []float64) {
	k := check(dst, v, table)
	if k > 0 && wide {
		sumColumnsAVX2(&dst[0], &v[0], &table[0], k)
		return
	}
	clear(dst)
	i := 0
	for ; i+4 <= k; i += 4 { // so that dst is loaded and stored once for four rows
		a0, a1, a2, a3 := v[i], v[i+1], v[i+2], v[i+3]
		t0, t1, t2, t3 := table[i*k:][:k], table[i*k+k:][:k], table[i*k+2*k:][:k], table[i*k+3*k:][:k]
		for l, s := range dst[:k] {
			dst[l] = s + float64(a0*t0[l]) + float64(a1*t1[l]) + float64(a2*t2[l]) + float64(a3*t3[l])
		}
	}
	for ; i < k; i++ {
		a, row := v[i], table[i*k:][:k]
		for l := range dst[:k] {
			dst[l] += float64(a * row[l])
		}
	}
}

// check panics unless the lengths agree, and returns K.
func check(dst, v, table []float64) int {
	k := len(v)
	if len(dst) != k || len(table) != k*k {
		panic("kernel: lengths that contradict each other")
	}
	return k
}
