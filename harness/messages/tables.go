package messages

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// tables are the pair scores of more than two labels, divided by ρ.
type tables struct {
	rho   []float64 // m or nil
	score []float64 // K×K or m×K×K, divided by ρ if there is one; empty for strengths
	exps  []float64 // exponentials of score minus the largest one of the edge
	size  int       // K² if every edge has a table, 0 if one is shared
}

// fit sets x to the pair scores of p.
func (x *tables) fit(p *sp.Potentials, rho []float64) {
	kk := p.K * p.K
	x.rho, x.score, x.size = rho, x.score[:0], 0
	if len(p.Pair.Table) == 0 {
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
}

// at returns the scores of edge e; nil in the Potts form.
func (x *tables) at(p *sp.Potentials, e int) []float64 {
	if len(x.score) == 0 {
		return nil
	}
	return x.score[e*x.size:][:p.K*p.K]
}

// exp returns the exponentials of edge e.
func (x *tables) exp(e int) []float64 {
	if x.size == 0 {
		return x.exps
	}
	return x.exps[e*x.size:][:x.size]
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
