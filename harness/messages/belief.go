package messages

import "math"

// Beliefs fills dst (n×K) with what the messages say of each label of each variable:
// of a variable that is summed over its probability, the exact one where messages
// are exact; of one that is maximised over the exponential of its best score, divided
// by their sum. Forbidden labels have 0. O(nK + mK).
func (s *State) Beliefs(dst []float64) {
	k := s.p.K
	for t := range int32(s.p.N()) {
		row := dst[int(t)*k:][:k]
		s.believe(row, t)
		_, most := top(row)
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

// Labels fills y (n) with the label of largest belief of each variable; the least of
// equally good ones. O(nK + mK).
func (s *State) Labels(y []int32) {
	for t := range y {
		s.believe(s.belief, int32(t))
		k, _ := top(s.belief)
		y[t] = int32(k)
	}
}
