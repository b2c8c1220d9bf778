package local

import (
	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// Gibbs is one sweep of Gibbs sampling (Geman & Geman 1984): each variable in turn draws its
// label from p(y_d | the others) ∝ exp(score). The sweep is a function of Y, key and draw, so
// each sweep of a run needs a draw of its own. O(nK + mK).
func (s *State) Gibbs(key perturb.Key, draw uint64) { s.sample(key.Stream(draw), 1) }

// sample is one sweep of Gibbs sampling from exp(beta·score).
func (s *State) sample(noise perturb.Stream, beta float64) {
	if s.pairs {
		s.two.gibbs(s.Y, noise, beta)
		return
	}
	for d := range s.Y {
		s.Y[d] = pick(s.scores(d), noise.Uniform(d), beta)
	}
}

// pick returns label k with probability ∝ exp(beta·row[k]), for u uniform in (0,1): the first
// label whose running sum exceeds the share u of the total. It overwrites row.
func pick(row []float64, u, beta float64) int32 {
	if beta != 1 {
		kernel.Scale(row, beta)
	}
	elementary.Exps(row, row, row[sp.Best(row)])
	sum := 0.0
	for k, e := range row {
		sum += e
		row[k] = sum
	}
	last := 0
	for k, v := range row {
		if k == 0 && v > 0 || k > 0 && v > row[k-1] {
			last = k
			if v > u*sum {
				break
			}
		}
	}
	return int32(last)
}
