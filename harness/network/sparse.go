package network

import "github.com/spbench/spbench/harness/sp"

// gather is apply for sparse rows and a layer of 1×1. O(nnz·wide).
func (c *convolution) gather(dst []float32, rows *sp.Rows, weights []float32) {
	clear(dst)
	for d := range rows.N {
		out := dst[d*c.wide:][:c.wide]
		copy(out, weights[c.in*c.wide:])
		index, value := rows.Row(d)
		for t, j := range index {
			addScaled(out, valueAt(value, t), weights[int(j)*c.wide:])
		}
	}
}

// scatter is gradient for sparse rows and a layer of 1×1. O(nnz·wide).
func (c *convolution) scatter(sum []float32, rows *sp.Rows, delta []float32) {
	for d := range rows.N {
		out := delta[d*c.wide:][:c.wide]
		addScaled(sum[c.in*c.wide:][:c.wide], 1, out)
		index, value := rows.Row(d)
		for t, j := range index {
			addScaled(sum[int(j)*c.wide:][:c.wide], valueAt(value, t), out)
		}
	}
}

func valueAt(value []float32, t int) float32 {
	if value == nil {
		return 1
	}
	return value[t]
}

// addScaled adds a·x to dst; x may be longer.
func addScaled(dst []float32, a float32, x []float32) {
	for i, v := range x[:len(dst)] {
		dst[i] += float32(a * v)
	}
}
