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
		value += t.apart(g.Pair, p)
	}
	for e, uv := range p.Edges {
		table(g, e, k)[int(x.Gold[uv.U])*k+int(x.Gold[uv.V])]--
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

// apart does the same for edges with scores of their own; dst is m×K×K.
func (t *Piecewise) apart(dst []float64, p *sp.Potentials) (sum float64) {
	k := p.K
	for e := range p.Edges {
		prob := dst[e*k*k:][:k*k]
		if pair := p.PairTable(e); pair != nil {
			copy(prob, pair)
			sum += elementary.Softmax(prob)
			continue
		}
		sum += pottsSoftmax(prob, k, p.PairScore(e, 0, 0))
	}
	return sum
}

// pottsSoftmax is softmax of the k×k table that is s on the diagonal and else 0.
func pottsSoftmax(dst []float64, k int, s float64) (logSum float64) {
	top := max(s, 0)
	same, other := math.Exp(s-top), math.Exp(-top)
	sum := float64(k)*same + float64(k*(k-1))*other
	for i := range dst {
		dst[i] = other / sum
	}
	for i := 0; i < len(dst); i += k + 1 {
		dst[i] = same / sum
	}
	return top + math.Log(sum)
}
