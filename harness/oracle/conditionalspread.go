package oracle

import "github.com/spbench/spbench/harness/sp"

// resize prepares mu in the smallest form allowed.
func resize(mu *sp.Marginals, p *sp.Potentials) {
	m, apart := len(p.Edges), mu.Pooled && !mu.NodeOnly && len(p.Pair.Table) == 0
	switch {
	case apart:
		m = 0
	case mu.Pooled && p.Shared():
		m = min(m, 1)
	}
	mu.Resize(p.N(), m, p.K)
	if apart {
		mu.Agree = sp.Grow(mu.Agree, len(p.Edges))
	}
}

// spread fills mu with the marginals of the forest, the indicators of y elsewhere, and
// their products on the edges between.
func (c *conditional) spread(mu *sp.Marginals, p *sp.Potentials, y []int32) {
	k := p.K
	resize(mu, p)
	for d, at := range c.f.Place {
		row := mu.Node[d*k:][:k]
		if at < 0 {
			clear(row)
			row[y[d]] = 1
		} else {
			copy(row, c.mu.Node[int(at)*k:][:k])
		}
	}
	switch {
	case mu.NodeOnly:
	case len(mu.Agree) > 0:
		c.table = sp.Grow(c.table, k*k)
		for e := range p.Edges {
			clear(c.table)
			c.addPair(c.table, mu.Node, p, e, y)
			mu.Agree[e] = 0
			for i := 0; i < k*k; i += k + 1 {
				mu.Agree[e] += c.table[i]
			}
		}
	default:
		clear(mu.Pair)
		for e := range p.Edges {
			c.addPair(mu.PairOf(e, k), mu.Node, p, e, y)
		}
	}
}

// addPair adds the marginals of edge e to dst (K×K).
func (c *conditional) addPair(dst, node []float64, p *sp.Potentials, e int, y []int32) {
	k, uv := p.K, p.Edges[e]
	u, v := c.f.Place[uv.U], c.f.Place[uv.V]
	switch {
	case u >= 0 && v >= 0:
		for i, q := range c.mu.Pair[int(c.edge[e])*k*k:][:k*k] {
			dst[i] += q
		}
	case u >= 0:
		for i, q := range node[int(uv.U)*k:][:k] {
			dst[i*k+int(y[uv.V])] += q
		}
	default: // u has a label: one row is v's marginals, which may be an indicator
		row := dst[int(y[uv.U])*k:][:k]
		for i, q := range node[int(uv.V)*k:][:k] {
			row[i] += q
		}
	}
}
