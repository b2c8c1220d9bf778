package local

import (
	"math"

	"github.com/spbench/spbench/harness/perturb"
)

// Anneal is simulated annealing (Kirkpatrick, Gelatt & Vecchi 1983; Geman & Geman 1984): sweeps
// of Gibbs sampling from exp(score/T), with temperatures T falling geometrically from first to
// last. Then it runs ICM from the labeling with the best score after a sweep. Sweep i draws
// with number 1+i of key, so that Draw 0 of the same key may start. O(nK + mK) a sweep, and
// O(n+m) for its score.
func (s *State) Anneal(key perturb.Key, sweeps int, first, last float64) {
	now := *s.p
	now.Node = s.node
	s.top = append(s.top[:0], s.Y...)
	top := now.Score(s.Y)
	for i := range sweeps {
		t := first
		if i > 0 {
			t *= math.Pow(last/first, float64(i)/float64(sweeps-1))
		}
		s.sample(key.Stream(uint64(1+i)), 1/t)
		if score := now.Score(s.Y); score > top {
			top = score
			copy(s.top, s.Y)
		}
	}
	copy(s.Y, s.top)
	s.ICM(1000)
}
