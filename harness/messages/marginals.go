package messages

import (
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/sp"
)

// Marginals fills node (n×K) as [State.Beliefs] does, and pair (m×K×K; nil: nothing) with the
// estimates for pairs of labels,
//
//	p_st(k,l) ∝ exp(θ_st(k,l)/ρ_st + b_s(k) − M_ts(k) + b_t(l) − M_st(l)),
//
// and returns [State.Value]. All variables must be summed over: it panics if one is maximised
// over. After convergence the marginals of pairs add up to those of variables, and are the
// gradient of the value by the scores. O(nK + mK²).
func (s *State) Marginals(node, pair []float64) (value float64) {
	if s.rule.Max != nil {
		panic("messages: marginals where variables are maximised over")
	}
	if s.two {
		value = s.odds.constant
	}
	k := s.p.K
	for t := range int32(s.p.N()) {
		row := node[int(t)*k:][:k]
		s.believe(row, t)
		share := 1.0
		for j := s.first[t]; j < s.first[t+1]; j++ {
			share -= s.weight(j)
		}
		for j := s.upper[t]; j < s.first[t+1]; j++ {
			value += s.weight(j) * s.couple(row, j, pair)
		}
		value += share * normalise(row)
	}
	return value
}

// couple returns log Z_st of link j; near is the belief of its end t. If pair is not nil, it
// fills pair with the joint probabilities.
func (s *State) couple(near []float64, j int32, pair []float64) float64 {
	l, k := &s.links[j], s.p.K
	s.believe(s.far, l.other)
	s.joint = sp.Grow(s.joint, k*k)
	for a := range k {
		s.cavity[a] = near[a] - s.said(j, a)
	}
	for b := range k {
		s.far[b] -= s.said(l.back, b)
	}
	for a, c := range s.cavity {
		for b, d := range s.far {
			s.joint[cell(k, a, b, l.down)] = c + d
		}
	}
	s.addPair(j)
	logZ := normalise(s.joint)
	if pair != nil {
		copy(pair[int(l.edge)*k*k:], s.joint)
	}
	return logZ
}

// addPair adds the scores of link j, divided by ρ, to the joint ones.
func (s *State) addPair(j int32) {
	l, k := &s.links[j], s.p.K
	if !s.two {
		if table := s.tables.at(s.p, int(l.edge)); table != nil {
			for i, v := range table {
				s.joint[i] += v
			}
			return
		}
	}
	same := s.pair(j, 0, 0)
	for a := range k {
		s.joint[a*k+a] += same
	}
}

// normalise turns scores into probabilities and returns the log of the sum of their
// exponentials.
func normalise(row []float64) float64 {
	most := largest(row)
	sum := 0.0
	for i, v := range row {
		row[i] = elementary.Exp(v - most)
		sum += row[i]
	}
	for i := range row {
		row[i] /= sum
	}
	return most + math.Log(sum)
}
