package likelihood

import "github.com/spbench/spbench/harness/sp"

// A Term is a loss of one instance: a function ℓ of its scores that grows with the improbability of
// the gold labeling. It is convex unless it says otherwise. A Term may keep buffers and is not safe
// for concurrent use.
type Term interface {
	// Value returns ℓ for the scores p of x, and fills g with its derivatives: g.Node (n×K) by
	// the scores of labels, g.Pair (m×K×K) by the scores of pairs of labels at each edge. If
	// all edges share one table, g.Pair may be K×K instead: the derivatives by the entries of
	// that table. Without tables, g.Agree (m) may replace it. All gold labels of x are known.
	Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error)
}

// resize prepares g for a term without oracle: zeros in Agree if p has no tables, else in Pair. Pair
// is one table if one table of p serves all edges.
func resize(g *sp.Marginals, p *sp.Potentials) {
	m := len(p.Edges)
	switch {
	case len(p.Pair.Table) == 0:
		m = 0
	case p.Shared():
		m = min(m, 1)
	}
	g.Resize(p.N(), m, p.K)
	clear(g.Pair)
	if len(p.Pair.Table) == 0 {
		g.Agree = sp.Grow(g.Agree, len(p.Edges))
		clear(g.Agree)
	}
}

// addEnds adds to the derivatives of edge e between two conditionals: u and v (K) are those by the
// scores of its ends, each a score of the edge with the other end at its gold label.
func addEnds(g *sp.Marginals, e int, u, v []float64, yu, yv int32) {
	if len(g.Agree) > 0 {
		g.Agree[e] += u[yv] + v[yu]
		return
	}
	k := len(u)
	pair := g.PairOf(e, k)
	for i, du := range u {
		pair[i*k+int(yv)] += du
	}
	row := pair[int(yu)*k:][:k]
	for i, dv := range v {
		row[i] += dv
	}
}
