package likelihood

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A Truncated is a loss of the marginals μ after a fixed number of sweeps of approximate inference
// (Stoyanov, Ropson & Eisner 2011; Domke 2013). Its derivatives go back through the sweeps: they are
// exact, however far the sweeps are from convergence. It is not convex. The losses are
//
//	univariate   −Σ_d a_d·log μ_d(y_d), a_d = 1 without Weights
//	clique       −Σ_d log μ_d(y_d) − Σ_e log μ_e(y_u,y_v)
//	expected     Σ_d Σ_k cost_d(k)·μ_d(k)
//
// A probability below 2^-1022 counts as 2^-1022: the logarithm of smaller numbers depends on the
// processor. Its derivatives stay. Truncated makes no oracle call, and allocates nothing once its buffers have
// grown.
type Truncated struct {
	Tape   Tape
	Sweeps int
	Clique bool        // adds the pairs to the univariate loss
	Cost   sp.NodeLoss // for the expected loss; nil: a loss of logarithms
	Weights

	node, pair, costs []float64
}

// A Tape records sweeps and differentiates through them: messages.Tape or local.FieldTape.
type Tape interface {
	Record(p *sp.Potentials, sweeps int)
	Marginals(node, pair []float64)
	Back(g *sp.Marginals, node, pair []float64)
}

// Value implements [Term]; there is no error.
func (t *Truncated) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (value float64, _ error) {
	resize(g, p)
	clear(g.Node)
	k := p.K
	t.node = sp.Grow(t.node, len(p.Node))
	if t.Clique {
		t.pair = sp.Grow(t.pair, len(p.Edges)*k*k)
	}
	t.Tape.Record(p, t.Sweeps)
	t.Tape.Marginals(t.node, t.pair)
	if t.Cost != nil {
		value = t.expected(k, x)
	} else {
		t.of(x)
		for d, y := range x.Gold {
			term := logLoss(&t.node[d*k+int(y)])
			if t.Loss != nil {
				term = t.times(term, t.node[d*k:][:k], d, y)
			}
			value += term
		}
	}
	for e, uv := range p.Edges {
		if t.Clique {
			value += logLoss(&t.pair[(e*k+int(x.Gold[uv.U]))*k+int(x.Gold[uv.V])])
		}
	}
	t.Tape.Back(g, t.node, t.pair)
	return value, nil
}

// logLoss returns the logarithmic loss of a gold label's probability, and turns the probabilities
// into derivatives.
func logLoss(q *float64) float64 {
	loss := -math.Log(max(*q, 0x1p-1022))
	*q--
	return loss
}

// expected returns the expected loss, and turns the probabilities into derivatives.
func (t *Truncated) expected(k int, x *sp.Instance) (total float64) {
	t.costs = sp.Grow(t.costs, len(t.node))
	t.Cost.Costs(t.costs, x, nil)
	for i := 0; i < len(t.node); i += k {
		row, costs, mean := t.node[i:i+k], t.costs[i:i+k], 0.0
		for l, q := range row {
			mean += q * costs[l]
		}
		for l := range row {
			row[l] *= costs[l] - mean
		}
		total += mean
	}
	return total
}
