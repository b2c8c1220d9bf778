package local

import "github.com/spbench/spbench/harness/sp"

// ICM is iterated conditional modes (Besag 1986): sweeps that give each variable its best label
// given its neighbours. It ends after a sweep without a change, or after most sweeps. It
// returns the number of sweeps, and whether Y is a local maximum: no change of a single label
// gives a better score. The score never falls; a variable keeps its label unless another is
// better. O(nK + mK) a sweep.
func (s *State) ICM(most int) (sweeps int, done bool) {
	for sweeps < most {
		sweeps++
		if !s.climb() {
			return sweeps, true
		}
	}
	return sweeps, false
}

// climb is one sweep; it reports whether a label changed.
func (s *State) climb() (changed bool) {
	if s.pairs {
		return s.two.climb(s.Y)
	}
	for d, y := range s.Y {
		row := s.scores(d)
		if k := sp.Best(row); row[k] > row[y] {
			s.Y[d], changed = k, true
		}
	}
	return changed
}
