package local

import (
	"math"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// Gibbs is one sweep of Gibbs sampling (Geman & Geman 1984): each variable in turn
// draws its label from p(y_d | the others) ∝ exp(score). The sweep is a function of
// Y, key and draw, so sweeps of one run need draws of their own. O(nK + mK).
func (s *State) Gibbs(key perturb.Key, draw uint64) {
	s.noise = sp.Grow(s.noise, len(s.Y))
	key.Uniform(s.noise, draw)
	for d, u := range s.noise {
		s.Y[d] = pick(s.scores(d), u)
	}
}

// pick returns label k with probability ∝ exp(row[k]) for u uniform in (0,1): the
// first at which the running sum exceeds its share. It overwrites row.
func pick(row []float64, u float64) int32 {
	if len(row) == 2 { // p(1) = 1/(1+exp(row[0]−row[1]))
		if u*(1+math.Exp(row[0]-row[1])) < 1 {
			return 1
		}
		return 0
	}
	top := row[best(row)]
	sum := 0.0
	for k, v := range row {
		sum += math.Exp(v - top)
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
