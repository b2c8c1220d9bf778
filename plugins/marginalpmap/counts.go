package marginalpmap

import "github.com/spbench/spbench/harness/sp"

// counts are weighted numbers of the labels of nodes, pairs and factors, added and subtracted: the
// marginals of a sum of differences of labelings. Equal labels are skipped. So the difference of a
// labeling with itself changes no bit of the sum, not even by rounding. Between two uses all counts
// are 0.
type counts struct {
	sp.Marginals
	node, pair, factor []int // entries that may be nonzero

	lo, hi int // edges with such entries lie in [lo,hi)

	part sp.Instance // see addTo
	mean sp.Marginals
}

// resize makes room for labelings of x. All counts must be 0.
func (c *counts) resize(x *sp.Instance) {
	c.Resize(x.N(), len(x.Edges), x.K)
	c.lo, c.hi = len(x.Edges), 0
	c.Factor = sp.Grow(c.Factor, x.Factors.N()*x.Factors.States(x.K))
}

// add counts labeling y weight times and labeling z minus weight times. moves are those from z to
// y, by variable. O(edges at the moved variables, factors).
func (c *counts) add(x *sp.Instance, at *sp.Incidence, weight float64, y, z []int32,
	moves []sp.Move) {
	for _, m := range moves {
		d := int(m.Variable)
		c.node = move(c.Node, c.node, weight, d*x.K+int(m.Label), d*x.K+int(z[d]))
		for _, e := range at.At(m.Variable) {
			c.addEdge(x, int(e), m.Variable, weight, y, z)
		}
	}
	for i, states := 0, x.Factors.States(x.K); i < x.Factors.N(); i++ {
		to, from := x.Factors.State(i, y, x.K), x.Factors.State(i, z, x.K)
		if to != from {
			c.factor = move(c.Factor, c.factor, weight, i*states+to, i*states+from)
		}
	}
}

// addEdge counts edge e, seen from variable d. An edge seen from both ends is counted only once.
func (c *counts) addEdge(x *sp.Instance, e int, d int32, weight float64, y, z []int32) {
	uv := x.Edges[e]
	if d == uv.V && y[uv.U] != z[uv.U] {
		return
	}
	k, l := int(y[uv.U])*x.K+int(y[uv.V]), int(z[uv.U])*x.K+int(z[uv.V])
	c.pair = move(c.Pair, c.pair, weight, e*x.K*x.K+k, e*x.K*x.K+l)
	c.lo, c.hi = min(c.lo, e), max(c.hi, e+1)
}

func move(table []float64, touched []int, weight float64, to, from int) []int {
	table[to] += weight
	table[from] -= weight
	return append(touched, to, from)
}

// addTo adds a·Σ(φ(x,y) − φ(x,z)) over all counts to dst. It skips leading and trailing edges
// without counts.
func (c *counts) addTo(dst []float64, a float64, m sp.FeatureMap, x *sp.Instance) {
	c.part, c.mean = *x, sp.Marginals{Node: c.Node, Factor: c.Factor}
	c.part.Edges, c.part.Edge = nil, sp.Rows{D: x.Edge.D}
	if c.lo < c.hi {
		c.part.Edges, c.part.Edge = x.Edges[c.lo:c.hi], rows(x.Edge, c.lo, c.hi)
		c.mean.Pair = c.Pair[c.lo*x.K*x.K : c.hi*x.K*x.K]
	}
	m.AddMean(dst, a, &c.part, &c.mean)
}

// rows returns the rows [lo,hi) of r. They share its memory.
func rows(r sp.Rows, lo, hi int) sp.Rows {
	r.N = hi - lo
	if r.Sparse() {
		r.Start = r.Start[lo : hi+1]
	} else {
		r.Dense = r.Dense[lo*r.D : hi*r.D]
	}
	return r
}

// clear resets all counts to 0. It costs as much as the calls of add since the last clear.
func (c *counts) clear() {
	for _, i := range c.node {
		c.Node[i] = 0
	}
	for _, i := range c.pair {
		c.Pair[i] = 0
	}
	for _, i := range c.factor {
		c.Factor[i] = 0
	}
	c.node, c.pair, c.factor = c.node[:0], c.pair[:0], c.factor[:0]
}
