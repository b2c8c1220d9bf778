package feature

import "github.com/spbench/spbench/harness/sp"

// Add adds a·φ(x,y) to dst. O(nnz(Node) + nnz(Edge)).
func (f *Linear) Add(dst []float64, a float64, x *sp.Instance, y []int32) {
	f.mustFit(dst, x)
	c := f.cols
	for d, label := range y {
		k := int(label) - (x.K - c)
		if k < 0 {
			continue // the reference label has no weights
		}
		f.addNode(dst, a, x, d, k)
	}
	pair := dst[f.pairStart:]
	if f.edges > 0 && x.Edge.D == 0 {
		f.addConstant(pair, a, x, y)
		return
	}
	for e, uv := range x.Edges {
		at, ok := f.pairAt(y[uv.U], y[uv.V])
		if ok {
			f.eachEdgeFeature(x, e, func(j int, v float64) { pair[j*f.block+at] += a * v })
		}
	}
}

func (f *Linear) addNode(dst []float64, a float64, x *sp.Instance, d, k int) {
	c := f.cols
	if !x.Node.Sparse() {
		for j, v := range x.Node.DenseRow(d) {
			dst[j*c+k] += a * float64(v)
		}
		return
	}
	index, value := x.Node.Row(d)
	if value == nil {
		for _, j := range index {
			dst[int(j)*c+k] += a
		}
		return
	}
	for i, j := range index {
		dst[int(j)*c+k] += a * float64(value[i])
	}
}

func (f *Linear) addConstant(pair []float64, a float64, x *sp.Instance, y []int32) {
	for _, uv := range x.Edges {
		if at, ok := f.pairAt(y[uv.U], y[uv.V]); ok {
			pair[at] += a
		}
	}
}

// pairAt returns the offset in the block of one edge feature that labels k, l
// touch; ok is false where they touch none.
func (f *Linear) pairAt(k, l int32) (at int, ok bool) {
	if f.block == 1 {
		return 0, k == l
	}
	return int(k)*f.dims.K + int(l), true
}

// AddMean adds a·E_mu[φ(x,·)] to dst. Zero entries of mu cost only their
// reading. O(K·nnz(Node) + mK²) for full marginals.
func (f *Linear) AddMean(dst []float64, a float64, x *sp.Instance, mu *sp.Marginals) {
	f.mustFit(dst, x)
	for d := range x.N() {
		f.addNodeMean(dst, a, x, d, mu.Node[d*x.K+x.K-f.cols:(d+1)*x.K])
	}
	if f.edges == 0 {
		return
	}
	kk, pair := x.K*x.K, dst[f.pairStart:]
	for e := range x.Edges {
		table := mu.Pair[e*kk : (e+1)*kk]
		switch {
		case f.block == 1:
			agree := 0.0
			for k := range x.K {
				agree += table[k*x.K+k]
			}
			f.eachEdgeFeature(x, e, func(j int, v float64) { pair[j] += a * v * agree })
		case x.Edge.D == 0:
			axpy(pair[:kk], a, table)
		default:
			f.eachEdgeFeature(x, e, func(j int, v float64) { axpy(pair[j*kk:(j+1)*kk], a*v, table) })
		}
	}
}

// addNodeMean adds a·q_k·x_d to the weights of each label k.
func (f *Linear) addNodeMean(dst []float64, a float64, x *sp.Instance, d int, q []float64) {
	c, some := f.cols, 0
	for _, v := range q {
		if v != 0 {
			some++
		}
	}
	if 4*some <= len(q) {
		for k, v := range q {
			if v != 0 {
				f.addNode(dst, a*v, x, d, k)
			}
		}
		return
	}
	if !x.Node.Sparse() {
		for j, v := range x.Node.DenseRow(d) {
			if v != 0 {
				axpy(dst[j*c:j*c+c], a*float64(v), q)
			}
		}
		return
	}
	index, value := x.Node.Row(d)
	for i, j := range index {
		b := a
		if value != nil {
			b *= float64(value[i])
		}
		axpy(dst[int(j)*c:int(j)*c+c], b, q)
	}
}
