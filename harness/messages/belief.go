package messages

import "math"

// Beliefs fills dst (n×K) with the estimates for each label of each variable. For a summed
// variable they are its probabilities, exact if messages are exact. For a maximised variable
// they are the exponentials of its best scores, normalised to sum to 1. Forbidden labels have
// 0. O(nK + mK).
func (s *State) Beliefs(dst []float64) {
	k := s.p.K
	for t := range int32(s.p.N()) {
		row := dst[int(t)*k:][:k]
		s.believe(row, t)
		most := largest(row)
		sum := 0.0
		for l, b := range row {
			row[l] = math.Exp(b - most)
			sum += row[l]
		}
		for l := range row {
			row[l] /= sum
		}
	}
}

// Labels fills y (n) with the label of largest belief of each variable; of equally good ones,
// the first. O(nK + mK).
func (s *State) Labels(y []int32) {
	for t := range y {
		s.believe(s.belief, int32(t))
		k, _ := top(s.belief)
		y[t] = int32(k)
	}
}
