package messages

import "math"

// Run sweeps until no message changes by more than tolerance, or for most sweeps. It returns
// the number of sweeps and whether the messages converged.
func (s *State) Run(most int, tolerance float64) (sweeps int, done bool) {
	for sweeps < most {
		sweeps++
		if s.Sweep() <= tolerance {
			return sweeps, true
		}
	}
	return sweeps, false
}

// Sweep sends each message once. First variables send to later ones, in the order of their
// numbers. Then they send to earlier ones, in the opposite order. Sweep returns the largest
// change of any entry of a message before damping: messages are logarithms, of largest entry 0,
// or log-odds. O(m) for two labels, O(mK) for Potts strengths, O(mK²) for tables.
func (s *State) Sweep() (change float64) {
	if s.two {
		return s.odds.sweep(s)
	}
	n := int32(len(s.upper))
	for t := range n {
		change = max(change, s.send(t, s.upper[t], s.first[t+1]))
	}
	for t := n - 1; t >= 0; t-- {
		change = max(change, s.send(t, s.first[t], s.upper[t]))
	}
	return change
}

// send replaces the messages of t through the links lo to hi.
func (s *State) send(t, lo, hi int32) (change float64) {
	if lo == hi {
		return 0
	}
	s.believe(s.belief, t)
	for j := lo; j < hi; j++ {
		s.message(s.next, t, j)
		change = max(change, s.replace(s.links[j].back, s.next))
	}
	return change
}

// replace moves the incoming message of link j towards next, as far as damping allows.
func (s *State) replace(j int32, next []float64) (change float64) {
	old, sizes := s.in[int(j)*s.width:][:s.width], s.cavity[:s.width]
	step := 1 - s.rule.Damping
	for k, v := range next[:s.width] {
		d := v - old[k]
		sizes[k] = math.Abs(d)
		old[k] += step * d
	}
	change = largest(sizes)
	return change
}
