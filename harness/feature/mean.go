package feature

import (
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// AddMean adds a·E_mu[φ(x,·)] to dst. mu.Node is n×K and mu.Pair m×K×K, of any numbers; mu.Pair
// may be empty if the map has no pairs. For Potts pairs mu.Agree (m) may replace it. Entries equal
// to 0 cost one comparison, so mu may also be the difference of two labelings. mu.Factor has tables
// for the factors, or their sum.
func (l *Linear) AddMean(dst []float64, a float64, x *sp.Instance, mu *sp.Marginals) {
	l.need(len(dst), x)
	nodes := dst[:l.node.end()]
	for i := 0; i < x.N()*x.K; i++ { // variables with zeros alone are skipped
		if mu.Node[i] != 0 {
			d := i / x.K
			i = d*x.K + x.K - 1
			l.node.scatter(nodes, a, &x.Node, d, mu.Node[d*x.K+l.ref:i+1])
		}
	}
	l.addMeanFactors(dst, a, x, mu)
	if l.opt.Pairs == PairsNone || len(x.Edges) == 0 {
		return
	}
	m, kk := len(x.Edges), x.K*x.K
	pairs, tables := dst[l.pair.off:l.factor.off], mu.Pair
	switch {
	case l.opt.Pairs == PairsPotts:
		for e := range m {
			agree := 0.0
			if len(mu.Agree) > 0 {
				agree = mu.Agree[e]
			} else {
				agree = trace(tables[e*kk:(e+1)*kk], x.K)
			}
			if l.dims.Edge == 0 {
				pairs[0] += a * agree
			} else if agree != 0 {
				l.pair.point(pairs, a*agree, &x.Edge, e, 0)
			}
		}
	case l.dims.Edge == 0:
		addSum(pairs, a, tables[:m*kk])
	default:
		for e := range m {
			l.pair.scatter(pairs, a, &x.Edge, e, tables[e*kk:(e+1)*kk])
		}
	}
}

// trace returns the sum of the diagonal of a k×k table: the probability that the
// two labels of an edge agree.
func trace(table []float64, k int) float64 {
	s := 0.0
	for i := 0; i < len(table); i += k + 1 {
		s += table[i]
	}
	return s
}

// addSum adds a times the sum of the tables, each as long as dst, to dst.
func addSum(dst []float64, a float64, tables []float64) {
	n := len(dst)
	for ; len(tables) >= 4*n; tables = tables[4*n:] {
		kernel.AddFour(dst, a, tables[:n], tables[n:2*n], tables[2*n:3*n], tables[3*n:4*n])
	}
	for ; len(tables) > 0; tables = tables[n:] {
		kernel.AddScaled(dst, a, tables[:n])
	}
}
