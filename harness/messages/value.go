package messages

import "math"

// Value returns an estimate. If all variables are summed over, it estimates log Z; if all are
// maximised over, the largest score; otherwise the log of the largest sum:
//
//	Σ_t (1 − Σ_v ρ_vt) log Z_t + Σ_st ρ_st log Z_st
//
// where Z_t sums exp(b_t), and Z_st sums exp(θ_st/ρ_st + b_s − M_ts + b_t − M_st). After
// convergence it is the Bethe approximation (Yedidia, Freeman & Weiss 2005; exact without
// cycles). With appearance probabilities it is the tree-reweighted upper bound on log Z
// (Wainwright, Jaakkola & Willsky 2005). O(nK + mK²).
func (s *State) Value() float64 {
	total := 0.0
	if s.two {
		total = s.odds.constant
	}
	k := s.p.K
	for t := range int32(s.p.N()) {
		s.believe(s.belief, t)
		share := 1.0
		for j := s.first[t]; j < s.first[t+1]; j++ {
			share -= s.weight(j)
		}
		total += share * reduce(s.maximised(t), k, func(l int) float64 { return s.belief[l] })
		for j := s.upper[t]; j < s.first[t+1]; j++ {
			s.believe(s.belief, t)
			s.believe(s.far, s.links[j].other)
			total += s.weight(j) * s.edge(t, j, s.belief, s.far)
		}
	}
	return total
}

// edge returns log Z_st from the beliefs of t and s, the other end of its link j. For a
// maximised and a summed end it is the maximum, over the best labels of the one, of the sums
// over the other.
func (s *State) edge(t, j int32, near, far []float64) float64 {
	l, k := &s.links[j], s.p.K
	outer, inner := s.maximised(t), s.maximised(l.other)
	score := func(a, b int) float64 {
		return s.pair(j, a, b) + near[a] + far[b] - s.said(j, a) - s.said(l.back, b)
	}
	in, best := score, near
	if inner && !outer {
		outer, inner = true, false
		in, best = func(b, a int) float64 { return score(a, b) }, far
	}
	most := largest(best)
	return reduce(outer, k, func(a int) float64 {
		if outer && !inner && best[a] < most {
			return math.Inf(-1)
		}
		return reduce(inner, k, func(b int) float64 { return in(a, b) })
	})
}

// reduce returns the maximum, or the log of the sum of the exponentials, of v(0) to v(k−1).
func reduce(maximum bool, k int, v func(int) float64) float64 {
	if !maximum {
		return logSum(k, v)
	}
	most := math.Inf(-1)
	for i := range k {
		most = max(most, v(i))
	}
	return most
}

// pair returns the score of link j, divided by ρ, for label a of this end and b of the other.
func (s *State) pair(j int32, a, b int) float64 {
	l := &s.links[j]
	same := 0.0
	if s.two {
		same = s.odds.pair[j].strength
	} else if table := s.tables.at(s.p, int(l.edge)); table != nil {
		return table[cell(s.p.K, a, b, l.down)]
	} else {
		same = s.tables.strength(s.p, int(l.edge))
	}
	if a != b {
		return 0
	}
	return same
}

// said returns the entry for label k of the incoming message of link j.
func (s *State) said(j int32, k int) float64 {
	if s.two {
		return float64(k) * s.in[j]
	}
	return s.in[int(j)*s.width+k]
}
