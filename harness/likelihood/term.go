package likelihood

import "github.com/spbench/spbench/harness/sp"

// A Term is a loss of one instance: a convex function ℓ of its scores that grows with the
// improbability of the gold labeling. A Term may keep buffers and is not safe for concurrent
// use.
type Term interface {
	// Value returns ℓ for the scores p of x, and fills g with its derivatives: g.Node (n×K) by
	// the scores of labels, g.Pair (m×K×K) by the scores of pairs of labels at each edge. If
	// all edges share one table, g.Pair may be K×K instead: the derivatives by the entries of
	// that table. All gold labels of x are known.
	Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error)
}

// resize prepares g for a term without oracle. Pair is cleared, and is one table if one table
// of p serves all edges.
func resize(g *sp.Marginals, p *sp.Potentials) {
	n, m := p.N(), len(p.Edges)
	if p.Shared() {
		m = min(m, 1)
	}
	g.Resize(n, m, p.K)
	clear(g.Pair)
}

// table returns the part of g.Pair for edge e.
func table(g *sp.Marginals, e, k int) []float64 {
	if len(g.Pair) == k*k {
		return g.Pair
	}
	return g.Pair[e*k*k:][:k*k]
}
