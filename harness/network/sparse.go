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

// touched are the rows of the first layer's weights with derivatives, if images are sparse.
type touched struct {
	rows []int32 // in the order of their first use
	has  []bool  // of each feature: it is in rows; nil: images are dense, and all rows count
	end  int     // index behind the weights of features
	all  int     // number of weights
}

func (t *touched) touch(j int32) {
	if !t.has[j] {
		t.has[j], t.rows = true, append(t.rows, j)
	}
}

// ranges calls do for disjoint ranges: all weights with derivatives.
func (t *touched) ranges(do func(lo, hi int)) {
	if t.has == nil {
		do(0, t.all)
		return
	}
	wide := t.end / len(t.has)
	for _, j := range t.rows {
		do(int(j)*wide, int(j+1)*wide)
	}
	do(t.end, t.all)
}

// reset makes gradient 0 everywhere, and forgets the rows.
func (t *touched) reset(gradient []float32) {
	t.ranges(func(lo, hi int) { clear(gradient[lo:hi]) })
	for _, j := range t.rows {
		t.has[j] = false
	}
	t.rows = t.rows[:0]
}

// scatter is gradient for sparse rows and a layer of 1×1. O(nnz·wide).
func (c *convolution) scatter(sum []float32, rows *sp.Rows, delta []float32, t *touched) {
	for d := range rows.N {
		out := delta[d*c.wide:][:c.wide]
		addScaled(sum[c.in*c.wide:][:c.wide], 1, out)
		index, value := rows.Row(d)
		for i, j := range index {
			t.touch(j)
			addScaled(sum[int(j)*c.wide:][:c.wide], valueAt(value, i), out)
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
