package local

import "github.com/spbench/spbench/harness/sp"

// Conditionals sets dst (n×K) to the score of each label of each variable, given the labels y
// of all others: its node score and the scores of its edges. O(nK + mK).
func Conditionals(dst []float64, p *sp.Potentials, y []int32) {
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
