package feature

import (
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// gather sets dst (states) to Σ_j v_j·w_j over the features v of row i, where
// w_j is the vector of states that belongs to feature j.
func (b block) gather(dst, w []float64, rows *sp.Rows, i int) {
	if !rows.Sparse() {
		gatherDense(dst, w, rows.DenseRow(i))
		return
	}
	if index, value := rows.Row(i); value != nil {
		kernel.GatherValued(dst, w, index, value)
	} else {
		kernel.GatherIndexed(dst, w, index)
	}
}

func gatherDense(dst, w []float64, row []float32) {
	switch len(dst) {
	case 1:
		dst[0] = gatherOne(w, row)
	case 2:
		gatherTwo(dst, w, row)
	default:
		kernel.GatherDense(dst, w, row)
	}
}

// gatherOne is gatherDense for one state.
func gatherOne(w []float64, row []float32) float64 {
	x := 0.0
	w = w[:len(row)]
	for ; len(row) >= 4 && len(w) >= 4; row, w = row[4:], w[4:] {
		x += (float64(row[0])*w[0] + float64(row[1])*w[1]) + (float64(row[2])*w[2] + float64(row[3])*w[3])
	}
	for j, v := range row {
		x += float64(v) * w[j]
	}
	return x
}

// gatherTwo is gatherDense for two states, which stay in registers.
func gatherTwo(dst, w []float64, row []float32) {
	x, y := 0.0, 0.0
	w = w[:2*len(row)]
	for ; len(row) >= 4 && len(w) >= 8; row, w = row[4:], w[8:] {
		a, b, c, d := float64(row[0]), float64(row[1]), float64(row[2]), float64(row[3])
		x += (a*w[0] + b*w[2]) + (c*w[4] + d*w[6])
		y += (a*w[1] + b*w[3]) + (c*w[5] + d*w[7])
	}
	for ; len(row) > 0 && len(w) >= 2; row, w = row[1:], w[2:] {
		x += float64(row[0]) * w[0]
		y += float64(row[0]) * w[1]
	}
	dst[0], dst[1] = x, y
}

// point adds a·v_j to entry state of every feature j of row i.
func (b block) point(w []float64, a float64, rows *sp.Rows, i, state int) {
	if !rows.Sparse() {
		for j, v := range rows.DenseRow(i) {
			w[j*b.states+state] += a * float64(v)
		}
		return
	}
	index, value := rows.Row(i)
	if value == nil {
		for _, j := range index {
			w[int(j)*b.states+state] += a
		}
		return
	}
	for t, j := range index {
		w[int(j)*b.states+state] += a * float64(value[t])
	}
}

// few is the number of states up to which scatter adds them one by one.
const few = 6

// scatter adds a·v_j·mean (states) to the vector of every feature j of row i.
func (b block) scatter(w []float64, a float64, rows *sp.Rows, i int, mean []float64) {
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
