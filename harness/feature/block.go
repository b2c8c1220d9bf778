package feature

import (
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// gather sets dst (states) to Σ_j v_j·w_j over the features v of row i; w_j is the vector of
// states for feature j.
func (b block) gather(dst, w []float64, rows *sp.Rows, i int) {
	if b.seen != nil {
		if b.seen == given {
			clear(dst)
			b.each(rows, i, func(state int, v float64) { dst[state] += v * w[0] })
			return
		}
		b.seen.gather(dst, w, rows, i)
		return
	}
	if !rows.Sparse() {
		kernel.GatherDense(dst, w, rows.DenseRow(i))
		return
	}
	if index, value := rows.Row(i); value != nil {
		kernel.GatherValued(dst, w, index, value)
	} else {
		kernel.GatherIndexed(dst, w, index)
	}
}

// point adds a·v_j to entry state of every feature j of row i. Rows without columns have the
// constant feature.
func (b block) point(w []float64, a float64, rows *sp.Rows, i, state int) {
	if rows.D < b.width {
		w[state] += a
		return
	}
	if b.seen != nil {
		if b.seen == given {
			b.each(rows, i, func(k int, v float64) {
				if k == state {
					w[0] += a * v
				}
			})
			return
		}
		b.seen.point(w, a, rows, i, state)
		return
	}
	if !rows.Sparse() {
		for j, v := range rows.DenseRow(i) {
			w[j*b.states+state] += a * float64(v)
		}
		return
	}
	index, value := rows.Row(i)
	for t, j := range index {
		v := a
		if value != nil {
			v *= float64(value[t])
		}
		w[int(j)*b.states+state] += v
	}
}

// few is the largest number of states for which scatter adds them one by one.
const few = 6

// scatter adds a·v_j·mean (states) to the vector of every feature j of row i.
func (b block) scatter(w []float64, a float64, rows *sp.Rows, i int, mean []float64) {
	if b.seen != nil {
		if b.seen == given {
			b.each(rows, i, func(state int, v float64) { w[0] += a * v * mean[state] })
			return
		}
		b.seen.scatter(w, a, rows, i, mean)
		return
	}
	var list [few]int
	n := 0
	for k, v := range mean {
		if v != 0 {
			if n == few {
				n++
				break
			}
			list[n] = k
			n++
		}
	}
	if n <= few && (n <= 1 || 3*n <= len(mean)) {
		for _, k := range list[:n] {
			b.point(w, a*mean[k], rows, i, k)
		}
		return
	}
	b.outer(w, a, rows, i, mean)
}

func (b block) outer(w []float64, a float64, rows *sp.Rows, i int, mean []float64) {
	if !rows.Sparse() {
		kernel.ScatterDense(w, a, rows.DenseRow(i), mean)
		return
	}
	if index, value := rows.Row(i); value != nil {
		kernel.ScatterValued(w, a, index, value, mean)
	} else {
		kernel.ScatterIndexed(w, a, index, mean)
	}
}
