package likelihood

import "github.com/spbench/spbench/harness/sp"

// A Pseudo is the negative log-pseudolikelihood −Σ_d log p(y_d | y_N(d), x), the
// neighbours N(d) of each variable at their gold labels (Besag 1975; Sutton &
// McCallum 2012, section 5.4.1). Every pair score is part of two conditionals.
// O(nK + mK), besides clearing g. The zero value is ready to use.
type Pseudo struct{}

// Value implements [Term]; there is no error.
func (*Pseudo) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	resize(g, p)
	addConditionals(g.Node, p, x.Gold)
	k, value := p.K, 0.0
	for d, y := range x.Gold {
		row := g.Node[d*k:][:k]
		score := row[y]
		value += softmax(row) - score
		row[y]--
	}
	// A score of the conditional of U is a node score plus one pair score in the
	// column of the gold label of V: their derivatives are the same.
	for e, uv := range p.Edges {
		u, v := g.Node[int(uv.U)*k:][:k], g.Node[int(uv.V)*k:][:k]
		yu, yv := int(x.Gold[uv.U]), int(x.Gold[uv.V])
		pair := table(g, e, k)
		for i, du := range u {
			pair[i*k+yv] += du
		}
		row := pair[yu*k:][:k]
		for i, dv := range v {
			row[i] += dv
		}
	}
	return value, nil
}

// addConditionals sets dst (n×K) to the score of each label of each variable
// when its neighbours have the labels y.
func addConditionals(dst []float64, p *sp.Potentials, y []int32) {
	copy(dst, p.Node)
	k := p.K
	for e, uv := range p.Edges {
		u, v := dst[int(uv.U)*k:][:k], dst[int(uv.V)*k:][:k]
		yu, yv := int(y[uv.U]), int(y[uv.V])
		pair := p.PairTable(e)
		if pair == nil {
			s := p.PairScore(e, 0, 0)
			u[yv] += s
			v[yu] += s
			continue
		}
		for i := range u {
			u[i] += pair[i*k+yv]
		}
		for i, s := range pair[yu*k:][:k] {
			v[i] += s
		}
	}
}
