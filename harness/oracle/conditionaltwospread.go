package oracle

import "github.com/spbench/spbench/harness/sp"

// spread fills mu from the odds of the marginals.
func (c *twoSum) spread(mu *sp.Marginals, p *sp.Potentials) {
	resize(mu, p)
	for d, k := range c.label {
		one := float64(k)
		mu.Node[2*d], mu.Node[2*d+1] = 1-one, one
	}
	for i, d := range c.f.Order {
		one := c.full[i] / (1 + c.full[i])
		c.log[i] = one
		mu.Node[2*d], mu.Node[2*d+1] = 1-one, one
	}
	switch {
	case mu.NodeOnly:
	case len(mu.Agree) > 0:
		c.agreements(mu.Agree, mu.Node)
	case len(mu.Pair) == 4 && len(p.Edges) > 1: // pooled
		c.pair = sp.Grow(c.pair, 4*len(p.Edges))
		c.pairs(c.pair)
		clear(mu.Pair)
		for i, q := range c.pair {
			mu.Pair[i&3] += q
		}
	default:
		c.pairs(mu.Pair)
	}
}

// pairs fills pair (m×2×2) with the marginals of all edges.
func (c *twoSum) pairs(pair []float64) {
	c.inner(pair)
	for i := range c.rim {
		r := &c.rim[i]
		// One end has a given label; the other has marginals.
		one, k, q := c.log[r.at], int(c.label[r.out]), (*[4]float64)(pair[4*r.edge:])
		if int(r.at) == len(c.full) {
			one = float64(c.label[r.in])
		}
		first := uint32(r.in-r.out) >> 31 // 1 if the end with marginals is U
		at := k << (1 - first)
		*q = [4]float64{}
		q[at&3], q[(at+1<<first)&3] = 1-one, one
	}
}

// inner fills in the marginals of the edges within the forest. Let o be the odds of the child
// without the parent's message and r those of the parent without the child's. The marginals of the
// labels (child, parent) 00, 01, 10 and 11 are proportional to a, r, o and a·o·r.
func (c *twoSum) inner(pair []float64) {
	order, parents := c.f.Order, c.f.Parent
	agree, odds, told := c.agree[:len(order)], c.odds[:len(order)], c.told[:len(order)]
	for i, e := range c.f.Edge {
		if e < 0 {
			continue
		}
		a, o, r := agree[i], odds[i], told[i]
		scale := 1 / (a + r + o + a*o*r)
		ten := 1 + uint32(order[i]-order[parents[i]])>>31 // 2 if the child is U
		q := (*[4]float64)(pair[4*e:])
		q[0], q[ten&3], q[3-ten&3], q[3] = a*scale, o*scale, r*scale, a*o*r*scale
	}
}

// agreements fills agree (m) with the probabilities that the ends of the edges agree.
// node (n×2) holds the marginals of the variables.
func (c *twoSum) agreements(agree, node []float64) {
	for i := range c.rim {
		r := &c.rim[i]
		q, k := node[2*r.in+1], node[2*r.out+1] // k is 0 or 1
		agree[r.edge] = q*k + (1-q)*(1-k)
	}
	factor, odds, told := c.agree[:len(c.odds)], c.odds, c.told[:len(c.odds)]
	for i, e := range c.f.Edge[:len(odds)] {
		if e >= 0 { // as in inner
			a, o, r := factor[i], odds[i], told[i]
			both := a + a*o*r
			agree[e] = both / (both + (o + r))
		}
	}
}
