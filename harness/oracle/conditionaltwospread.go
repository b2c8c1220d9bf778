package oracle

import "github.com/spbench/spbench/harness/sp"

// spread fills mu from the odds of the marginals.
func (c *twoSum) spread(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest, y []int32) {
	m := len(p.Edges)
	pooled := mu.Pooled && !mu.NodeOnly && p.Shared() && m > 1
	if pooled {
		m = 1
	}
	mu.Resize(p.N(), m, 2)
	for d, at := range f.Place {
		one := float64(y[d])
		if at >= 0 {
			o := c.full[d]
			one = o / (1 + o)
		}
		mu.Node[2*d], mu.Node[2*d+1] = 1-one, one
	}
	if mu.NodeOnly {
		return
	}
	step := 4
	if pooled {
		step = 0
		clear(mu.Pair)
	}
	for e, uv := range p.Edges {
		pair := (*[4]float64)(mu.Pair[e*step:])
		var q [4]float64
		if f.Place[uv.U] >= 0 && f.Place[uv.V] >= 0 {
			q = c.pair(f, e, uv)
		} else {
			// One end is outside of the forest and has a label; the other has marginals.
			i, j := 2*int(uv.U), 2*int(uv.V)
			u0, u1, v0, v1 := mu.Node[i], mu.Node[i+1], mu.Node[j], mu.Node[j+1]
			q = [4]float64{u0 * v0, u0 * v1, u1 * v0, u1 * v1}
		}
		if pooled {
			for k := range q {
				pair[k] += q[k]
			}
		} else {
			*pair = q
		}
	}
}

// pair returns the marginals of edge e within the forest. Let o be the odds of the child without
// the parent's message and r those of the parent without the child's. The marginals of the labels
// (child, parent) 00, 01, 10 and 11 are proportional to a, r, o and a·o·r.
func (c *twoSum) pair(f *sp.Forest, e int, uv sp.Edge) [4]float64 {
	down := child(f, e, uv)
	a, o, r := c.agree[down], c.odds[down], c.full[uv.U+uv.V-down]/c.told[down]
	scale := 1 / (a + r + o + a*o*r)
	q := [4]float64{a * scale, r * scale, o * scale, a * o * r * scale}
	if down == uv.U {
		return q
	}
	return [4]float64{q[0], q[2], q[1], q[3]}
}
