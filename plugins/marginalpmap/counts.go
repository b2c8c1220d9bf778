package main

import "github.com/spbench/spbench/harness/sp"

// Counts are whole numbers of node and pair labels, added and subtracted: the
// marginals of a sum of differences of labelings.
type counts struct{ sp.Marginals }

// reset prepares for differences of labelings of x.
func (c *counts) reset(x *sp.Instance) {
	c.Resize(x.N(), len(x.Edges), x.K)
	clear(c.Node)
	clear(c.Pair)
}

// add counts labeling y once and labeling z minus once. O(n+m).
func (c *counts) add(x *sp.Instance, y, z []int32) {
	for d, k := range y {
		if l := z[d]; k != l {
			c.Node[d*x.K+int(k)]++
			c.Node[d*x.K+int(l)]--
		}
	}
	for e, uv := range x.Edges {
		k, l := int(y[uv.U])*x.K+int(y[uv.V]), int(z[uv.U])*x.K+int(z[uv.V])
		if k != l {
			c.Pair[e*x.K*x.K+k]++
			c.Pair[e*x.K*x.K+l]--
		}
	}
}
