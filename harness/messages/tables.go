package messages

import (
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// tables are the pair scores of more than two labels, divided by ρ.
type tables struct {
	rho   []float64 // m or nil
	score []float64 // K×K or m×K×K, divided by ρ if there is one; empty for strengths
	exps  []float64 // exponentials of score minus the largest one of the edge
	turn  []float64 // K×K: the exponentials of one edge, transposed
	ratio []float64 // m: exp(−|strength|) in the Potts form
	size  int       // K² if every edge has a table, 0 if one is shared
}

// fit sets x to the pair scores of p.
func (x *tables) fit(p *sp.Potentials, rho []float64) {
	kk := p.K * p.K
	x.rho, x.score, x.size = rho, x.score[:0], 0
	if len(p.Pair.Table) == 0 {
		x.ratio = sp.Grow(x.ratio, len(p.Edges))
		for e := range x.ratio {
			x.ratio[e] = math.Exp(-math.Abs(x.strength(p, e)))
		}
		return
	}
	count := len(p.Pair.Table) / kk
	if rho != nil {
		count = len(p.Edges)
	}
	if count > 1 {
		x.size = kk
	}
	x.score, x.exps = sp.Grow(x.score, count*kk), sp.Grow(x.exps, count*kk)
	for e := range count {
		row := p.PairTable(e)
		most := math.Inf(-1)
		for i, v := range row {
			if rho != nil {
				v /= rho[e]
			}
			x.score[e*kk+i] = v
			most = max(most, v)
		}
		for i, v := range x.score[e*kk:][:kk] {
			x.exps[e*kk+i] = math.Exp(v - most)
		}
	}
	if x.turn = sp.Grow(x.turn, kk); count == 1 {
		kernel.Transpose(x.turn, x.exps, p.K)
	}
}

// at returns the scores of edge e; nil in the Potts form.
func (x *tables) at(p *sp.Potentials, e int) []float64 {
	if len(x.score) == 0 {
		return nil
	}
	return x.score[e*x.size:][:p.K*p.K]
}

// exp returns the exponentials of edge e, down: transposed, until the next call.
func (x *tables) exp(k, e int, down bool) []float64 {
	exps := x.exps
	if x.size > 0 {
		exps = x.exps[e*x.size:][:x.size]
	}
	switch {
	case !down:
		return exps
	case x.size > 0:
		kernel.Transpose(x.turn, exps, k)
	}
	return x.turn
}

// strength returns the strength of edge e in the Potts form.
func (x *tables) strength(p *sp.Potentials, e int) float64 {
	if len(p.Pair.Potts) == 0 {
		return 0
	}
	if x.rho == nil {
		return p.Pair.Potts[e]
	}
	return p.Pair.Potts[e] / x.rho[e]
}
