package likelihood

import (
	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

// A Pseudo is the negative log-pseudolikelihood −Σ_d log p(y_d | y_N(d), x), with the
// neighbours N(d) of each variable at their gold labels (Besag 1975; Sutton & McCallum 2012,
// section 5.4.1). Every pair score is part of two conditionals. O(nK + mK), plus clearing g.
// The zero value is ready to use. In an instance without edges, labels may be unknown: their
// variables have no term.
type Pseudo struct{ Weights }

// Value implements [Term]; there is no error.
func (t *Pseudo) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	resize(g, p)
	local.Conditionals(g.Node, p, x.Gold)
	t.of(x)
	k, value := p.K, 0.0
	for d, y := range x.Gold {
		row := g.Node[d*k:][:k]
		if y == sp.Unknown {
			clear(row)
			continue
		}
		score := row[y]
		term := elementary.Softmax(row) - score
		row[y]--
		if t.Loss != nil {
			term = t.times(term, row, d, y)
		}
		value += term
	}
	// A score of the conditional of U is a node score plus one pair score in the column of the
	// gold label of V: their derivatives are the same.
	for e, uv := range p.Edges {
		u, v := g.Node[int(uv.U)*k:][:k], g.Node[int(uv.V)*k:][:k]
		addEnds(g, e, u, v, x.Gold[uv.U], x.Gold[uv.V])
	}
	return value, nil
}
