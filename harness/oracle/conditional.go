package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// A conditioner is the part of every solver that sums over the variables of a forest given the
// labels of all other variables. It implements [sp.Conditioner]. This is cutset conditioning
// (Pearl, Probabilistic Reasoning in Intelligent Systems, 1988, section 4.4.2) for one labeling of
// the cutset.
type conditioner struct {
	two   twoSum // for two labels, if their scores are not too large
	given conditional
}

// Conditional implements [sp.Conditioner] on any graph. It makes two passes over the forest, on
// exponentials or logarithms as in [Chain]. O(nK + mK²); in the Potts form the passes are O(nK).
// Errors are those of the Marginals of a [Chain]. A forest of a different graph panics.
func (s *conditioner) Conditional(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest,
	y []int32) (float64, error) {
	if err := p.Factors.Unsupported("oracle: a sum over a forest"); err != nil {
		return 0, err
	}
	answered.Add(1)
	mustAgree(p)
	mustHold(y, p.N())
	if f.N() != p.N() {
		panic(fmt.Sprintf("oracle: forest of %d variables for a graph of %d", f.N(), p.N()))
	}
	if p.K == 2 {
		if logZ, ok := s.two.sum(mu, p, f, y); ok {
			return logZ, nil
		}
	}
	c := &s.given
	c.arrange(p, f)
	logZ := c.condition(p, y)
	inner := &c.mu
	if mu == nil {
		inner = nil
	} else {
		c.mu.NodeOnly = mu.NodeOnly
	}
	logZ += c.tree.sums(inner, &c.part)
	if logZ-logZ != 0 {
		return 0, fmt.Errorf("oracle: conditional: %w", fault(logZ, p))
	}
	if mu != nil {
		c.spread(mu, p, y)
	}
	return logZ, nil
}

// A conditional is the problem on a forest given the labels of all other variables.
type conditional struct {
	f    *sp.Forest
	of   []sp.Edge     // the graph of f
	tree forest        // on the places of f
	part sp.Potentials // scores on the forest, pair scores with given labels included
	edge []int32       // m: index in part of an edge within f
	mu   sp.Marginals  // under part

	degree []int
	table  []float64 // of one edge
}

// arrange copies the links of f. O(n+m), or O(1) for the forest and the edges of the last call.
func (c *conditional) arrange(p *sp.Potentials, f *sp.Forest) {
	n := len(f.Order)
	c.tree.n, c.tree.k, c.part.K = n, p.K, p.K
	if c.f == f && sameEdges(c.of, p.Edges) {
		return
	}
	c.f, c.of = nil, nil // while it may panic
	c.tree.linkOf, c.edge = sp.Grow(c.tree.linkOf, n), sp.Grow(c.edge, len(p.Edges))
	c.part.Edges, c.tree.links = c.part.Edges[:0], c.tree.links[:0]
	for i := range n {
		if parent := f.Parent[i]; parent >= 0 {
			mustLink(f, i, p.Edges)
			c.edge[f.Edge[i]] = int32(len(c.part.Edges))
			c.part.Edges = append(c.part.Edges, sp.Edge{U: parent, V: int32(i)})
		}
	}
	c.tree.degree = 0
	c.degree = sp.Grow(c.degree, n)
	clear(c.degree)
	for i := n - 1; i >= 0; i-- {
		c.tree.linkOf[i] = -1
		parent := f.Parent[i]
		if parent < 0 {
			continue
		}
		e := f.Edge[i]
		c.tree.linkOf[i] = int32(len(c.tree.links))
		c.tree.links = append(c.tree.links, link{child: int32(i), parent: parent, edge: c.edge[e],
			flip: p.Edges[e].V == f.Order[i]})
		c.degree[i]++
		c.degree[parent]++
		c.tree.degree = max(c.tree.degree, c.degree[i], c.degree[parent])
	}
	within := 0
	for _, uv := range p.Edges {
		if f.Place[uv.U] >= 0 && f.Place[uv.V] >= 0 {
			within++
		}
	}
	mustSpan(len(c.part.Edges), within)
	c.f, c.of = f, p.Edges
}

// sameEdges reports whether two lists are the same memory.
func sameEdges(a, b []sp.Edge) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// mustLink panics unless the i-th variable of a forest and its parent are the ends of
// the edge between them.
func mustLink(f *sp.Forest, i int, edges []sp.Edge) {
	e, d, parent := int(f.Edge[i]), f.Order[i], f.Order[f.Parent[i]]
	if e >= len(edges) || edges[e] != (sp.Edge{U: min(d, parent), V: max(d, parent)}) {
		panic(fmt.Sprintf(
			"oracle: the forest joins %d and %d by edge %d, but the graph does not",
			parent, d, e))
	}
}

// mustSpan panics unless the links of a forest are all edges within it.
func mustSpan(links, within int) {
	if links != within {
		panic(fmt.Sprintf("oracle: forest of %d edges, but %d edges join its variables", links,
			within))
	}
}

// mustBeLabel panics unless variable d is given a label.
func mustBeLabel(d int, label int32, k int) {
	if uint32(label) >= uint32(k) {
		panic(fmt.Sprintf("oracle: variable %d is outside of the forest and given label %d of %d",
			d, label, k))
	}
}

// condition fills part with the scores of f's variables under p, given the labels y of the others.
// It returns the score of the others.
func (c *conditional) condition(p *sp.Potentials, y []int32) (rest float64) {
	k, place := p.K, c.f.Place
	c.part.Node = sp.Grow(c.part.Node, len(c.f.Order)*k)
	for d, at := range place {
		if at < 0 {
			mustBeLabel(d, y[d], k)
			rest += p.Node[d*k+int(y[d])]
		} else {
			copy(c.part.Node[int(at)*k:][:k], p.Node[d*k:][:k])
		}
	}
	c.part.Pair.Potts, c.part.Pair.Table = c.part.Pair.Potts[:0], c.part.Pair.Table[:0]
	if len(p.Pair.Table) == 0 {
		return rest + c.conditionPotts(p, y)
	}
	return rest + c.conditionTables(p, y)
}

// conditionPotts does the pair scores if p has strengths or no pair scores.
func (c *conditional) conditionPotts(p *sp.Potentials, y []int32) (rest float64) {
	if len(p.Pair.Potts) == 0 {
		return 0
	}
	k, place := p.K, c.f.Place
	c.part.Pair.Potts = sp.Grow(c.part.Pair.Potts, len(c.part.Edges))
	for e, uv := range p.Edges {
		s, u, v := p.Pair.Potts[e], place[uv.U], place[uv.V]
		switch {
		case u >= 0 && v >= 0:
			c.part.Pair.Potts[c.edge[e]] = s
		case u >= 0:
			c.part.Node[int(u)*k+int(y[uv.V])] += s
		case v >= 0:
			c.part.Node[int(v)*k+int(y[uv.U])] += s
		case y[uv.U] == y[uv.V]:
			rest += s
		}
	}
	return rest
}

// conditionTables does the pair scores if p has tables.
func (c *conditional) conditionTables(p *sp.Potentials, y []int32) (rest float64) {
	k, kk, place := p.K, p.K*p.K, c.f.Place
	if p.Shared() {
		c.part.Pair.Table = append(c.part.Pair.Table, p.Pair.Table...)
	} else {
		c.part.Pair.Table = sp.Grow(c.part.Pair.Table, len(c.part.Edges)*kk)
	}
	for e, uv := range p.Edges {
		table, u, v := p.PairTable(e), place[uv.U], place[uv.V]
		switch {
		case u >= 0 && v >= 0:
			if !p.Shared() {
				copy(c.part.Pair.Table[int(c.edge[e])*kk:], table)
			}
		case u >= 0:
			for i, s := 0, table[y[uv.V]:]; i < k; i++ {
				c.part.Node[int(u)*k+i] += s[i*k]
			}
		case v >= 0:
			for i, s := range table[int(y[uv.U])*k:][:k] {
				c.part.Node[int(v)*k+i] += s
			}
		default:
			rest += table[int(y[uv.U])*k+int(y[uv.V])]
		}
	}
	return rest
}
