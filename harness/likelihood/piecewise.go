package likelihood

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/sp"
)

// A Piecewise is the negative log-likelihood of the factors. Each factor is normalised by
// itself as if there were no other (Sutton & McCallum 2005):
//
//	ℓ = −Σ_d log softmax_k(node_d)(y_d) − Σ_e log softmax_{k,l}(pair_e)(y_u,y_v)
//
// There is a factor per variable, with its node scores only, and a factor per edge, with its
// pair scores only. The product of the local sums is at least Z, so ℓ bounds the negative
// log-likelihood from above. Node and pair factors share no weights: ℓ is a function of the
// first plus one of the second. O(nK + mK²), O(nK + m + K²) if all edges share a table. The
// zero value is ready to use.
type Piecewise struct {
	scores []float64 // K×K: the shared table last seen,
	prob   []float64 // its softmax
	logSum float64
}

// Value implements [Term]; there is no error.
func (t *Piecewise) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	resize(g, p)
	k, value := p.K, -p.Score(x.Gold)
	copy(g.Node, p.Node)
	for d, y := range x.Gold {
		row := g.Node[d*k:][:k]
		value += elementary.Softmax(row)
		row[y]--
	}
	if p.Shared() && len(p.Edges) > 0 {
		value += t.shared(g.Pair, p)
	} else {
		value += t.apart(g, p, x.Gold)
	}
	for e, uv := range p.Edges {
		if len(g.Agree) > 0 {
			break
		}
		g.PairOf(e, k)[int(x.Gold[uv.U])*k+int(x.Gold[uv.V])]--
	}
	return value, nil
}

// shared sets dst (K×K) to the probabilities of all edges, and returns the sum of the
// logarithms of their sums.
func (t *Piecewise) shared(dst []float64, p *sp.Potentials) float64 {
	if !slices.Equal(t.scores, p.Pair.Table) {
		t.scores = append(t.scores[:0], p.Pair.Table...)
		t.prob = append(t.prob[:0], p.Pair.Table...)
		t.logSum = elementary.Softmax(t.prob)
	}
	m := float64(len(p.Edges))
	for i, q := range t.prob {
		dst[i] = m * q
	}
	return m * t.logSum
}

// apart fills g for edges with scores of their own. Agree includes the gold labels.
func (t *Piecewise) apart(g *sp.Marginals, p *sp.Potentials, gold []int32) (sum float64) {
	k := p.K
	for e, uv := range p.Edges {
		if pair := p.PairTable(e); pair != nil {
			prob := g.Pair[e*k*k:][:k*k]
			copy(prob, pair)
			sum += elementary.Softmax(prob)
			continue
		}
		s := p.PairScore(e, 0, 0)
		top := max(s, 0)
		same, other := math.Exp(s-top), math.Exp(-top)
		all := float64(k)*same + float64(k*(k-1))*other
		for i := range int32(k) {
			q := same / all
			if i == gold[uv.U] && i == gold[uv.V] {
				q--
			}
			g.Agree[e] += q
		}
		sum += top + math.Log(all)
	}
	return sum
}
