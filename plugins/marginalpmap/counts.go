package main

import "github.com/spbench/spbench/harness/sp"

// Counts are whole numbers of node and pair labels, added and subtracted: the
// marginals of a sum of differences of labelings. Whole numbers are exact, so
// that what cancels leaves nothing behind, whatever the order. Between two uses
// all counts are 0.
type counts struct {
	sp.Marginals
	node, pair []int // entries that may differ from 0
}

// fit makes room for labelings of x. Nothing may be counted at the time.
func (c *counts) fit(x *sp.Instance) { c.Resize(x.N(), len(x.Edges), x.K) }

// add counts labeling y once and labeling z minus once. O(n+m).
func (c *counts) add(x *sp.Instance, y, z []int32) {
	for d, k := range y {
		if l := z[d]; k != l {
			c.node = move(c.Node, c.node, d*x.K+int(k), d*x.K+int(l))
		}
	}
	for e, uv := range x.Edges {
		k, l := int(y[uv.U])*x.K+int(y[uv.V]), int(z[uv.U])*x.K+int(z[uv.V])
		if k != l {
			c.pair = move(c.Pair, c.pair, e*x.K*x.K+k, e*x.K*x.K+l)
		}
	}
}

func move(table []float64, touched []int, to, from int) []int {
	table[to]++
	table[from]--
	return append(touched, to, from)
}

// clear takes all counts back to 0. It costs what add touched.
func (c *counts) clear() {
	for _, i := range c.node {
		c.Node[i] = 0
	}
	for _, i := range c.pair {
		c.Pair[i] = 0
	}
	c.node, c.pair = c.node[:0], c.pair[:0]
}
