package likelihood

import "github.com/spbench/spbench/harness/sp"

// A Term is a convex function ℓ of the scores of one instance that says how
// improbable its gold labeling is. A Term may keep buffers and is not for
// concurrent use.
type Term interface {
	// Value returns ℓ for the scores p of x, and fills g with its derivatives by
	// them: g.Node (n×K) by the scores of labels, g.Pair (m×K×K) by those of the
	// pairs of labels of each edge. Where all edges share one table, g.Pair may
	// be K×K instead: the derivatives by the entries of that table. All gold
	// labels of x are known.
	Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error)
}

// resize prepares g as a term without oracle fills it: one table of pairs where
// one table of p serves all edges, cleared.
func resize(g *sp.Marginals, p *sp.Potentials) {
	n, m := p.N(), len(p.Edges)
	if p.Shared() {
		m = min(m, 1)
	}
	g.Resize(n, m, p.K)
	clear(g.Pair)
}

// table returns the part of g.Pair that belongs to edge e.
func table(g *sp.Marginals, e, k int) []float64 {
	if len(g.Pair) == k*k {
		return g.Pair
	}
	return g.Pair[e*k*k:][:k*k]
}
