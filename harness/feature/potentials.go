package feature

import "github.com/spbench/spbench/harness/sp"

// Potentials fills p with the scores of x under w. O(K·nnz(Node) + pairs).
func (f *Linear) Potentials(p *sp.Potentials, w []float64, x *sp.Instance) {
	f.mustFit(w, x)
	k, m := x.K, len(x.Edges)
	switch {
	case f.block == 1:
		p.Resize(x, m, 0)
		f.pottsScores(p.Pair.Potts, w[f.pairStart:], x)
	case x.Edge.D == 0:
		p.Resize(x, 0, k*k)
		if f.edges == 0 {
			clear(p.Pair.Table)
		} else {
			copy(p.Pair.Table, w[f.pairStart:])
		}
	default:
		p.Resize(x, 0, m*k*k)
		f.tableScores(p.Pair.Table, w[f.pairStart:], x)
	}
	f.nodeScores(p.Node, w, x)
}

func (f *Linear) nodeScores(node, w []float64, x *sp.Instance) {
	k, c := x.K, f.cols
	clear(node)
	for d := range x.N() {
		dst := node[d*k+k-c : d*k+k]
		if !x.Node.Sparse() {
			for j, v := range x.Node.DenseRow(d) {
				if v != 0 {
					axpy(dst, float64(v), w[j*c:j*c+c])
				}
			}
			continue
		}
		index, value := x.Node.Row(d)
		if value == nil {
			for _, j := range index {
				add(dst, w[int(j)*c:int(j)*c+c])
			}
			continue
		}
		for i, j := range index {
			axpy(dst, float64(value[i]), w[int(j)*c:int(j)*c+c])
		}
	}
}

func (f *Linear) pottsScores(potts, w []float64, x *sp.Instance) {
	for e := range potts {
		s := 0.0
		f.eachEdgeFeature(x, e, func(j int, v float64) { s += v * w[j] })
		potts[e] = s
	}
}

func (f *Linear) tableScores(table, w []float64, x *sp.Instance) {
	clear(table)
	kk := f.dims.K * f.dims.K
	if f.edges == 0 {
		return
	}
	for e := range x.Edges {
		dst := table[e*kk : (e+1)*kk]
		f.eachEdgeFeature(x, e, func(j int, v float64) { axpy(dst, v, w[j*kk:(j+1)*kk]) })
	}
}

// eachEdgeFeature calls do with the non-zero features of edge e.
func (f *Linear) eachEdgeFeature(x *sp.Instance, e int, do func(j int, v float64)) {
	switch {
	case f.edges == 0:
	case x.Edge.D == 0:
		do(0, 1)
	case !x.Edge.Sparse():
		for j, v := range x.Edge.DenseRow(e) {
			if v != 0 {
				do(j, float64(v))
			}
		}
	default:
		index, value := x.Edge.Row(e)
		for i, j := range index {
			if value == nil {
				do(int(j), 1)
			} else {
				do(int(j), float64(value[i]))
			}
		}
	}
}

// add adds src to dst, both of one length.
func add(dst, src []float64) {
	for len(dst) >= 4 && len(src) >= 4 {
		dst[0] += src[0]
		dst[1] += src[1]
		dst[2] += src[2]
		dst[3] += src[3]
		dst, src = dst[4:], src[4:]
	}
	for i := range min(len(dst), len(src)) {
		dst[i] += src[i]
	}
}

// axpy adds a·src to dst, both of one length.
func axpy(dst []float64, a float64, src []float64) {
	for len(dst) >= 4 && len(src) >= 4 {
		dst[0] += a * src[0]
		dst[1] += a * src[1]
		dst[2] += a * src[2]
		dst[3] += a * src[3]
		dst, src = dst[4:], src[4:]
	}
	for i := range min(len(dst), len(src)) {
		dst[i] += a * src[i]
	}
}
