package messages

import (
	"math"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/sp"
)

// odds are the scores of two labels as log-odds, with pair scores split by
// [sp.Potentials.Agreement].
type odds struct {
	node []float64 // n: score of label 1 minus that of label 0; ±Inf if one is forbidden
	pair []agree   // 2m, by link
	// the rest of the score, outside of node and pair, if the better label of a node has 0
	constant float64
}

// An agree is the strength of an edge, divided by ρ.
type agree struct {
	strength float64
	decay    float64 // exp(−|strength|)
}

// fit sets x to the scores of s.
func (x *odds) fit(s *State) {
	p := s.p
	x.node, x.pair, x.constant = sp.Grow(x.node, p.N()), sp.Grow(x.pair, len(s.links)), 0
	for t := range x.node {
		lean := 0.0
		for j := s.first[t]; j < s.first[t+1]; j++ {
			l := &s.links[j]
			strength, u, v, rest := p.Agreement(int(l.edge))
			if l.down {
				lean += v
				x.constant += rest
			} else {
				lean += u
			}
			if s.rule.Rho != nil {
				strength /= s.rule.Rho[l.edge]
			}
			x.pair[j] = agree{strength, math.Exp(-math.Abs(strength))}
		}
		zero, one := p.Node[2*t], p.Node[2*t+1]+lean
		x.node[t] = one - zero
		x.constant += max(zero, one)
	}
}

// heard returns the sum of the messages to t, in favour of label 1.
func (x *odds) heard(s *State, t int32) (d float64) {
	lo, hi := s.first[t], s.first[t+1]
	if len(s.rho) == 0 {
		for _, v := range s.in[lo:hi] {
			d += v
		}
		return d
	}
	rho := s.rho[lo:hi]
	for i, v := range s.in[lo:hi] {
		d += rho[i] * v
	}
	return d
}

// believe fills row with the belief of t. Before any message the better label has 0.
func (x *odds) believe(s *State, row []float64, t int32) {
	node := x.node[t]
	row[0], row[1] = min(0, -node), min(0, node)+x.heard(s, t)
}

// message returns the message of t through link j, if delta is the log-odds of t's belief.
func (x *odds) message(s *State, delta float64, t, j int32) float64 {
	cavity, a := delta-s.in[j], x.pair[j]
	if !s.maximised(t) {
		return a.sum(cavity)
	}
	switch {
	case s.rule.Max[s.links[j].other]:
		return a.max(cavity)
	case delta > 0:
		return a.strength
	case delta < 0:
		return -a.strength
	}
	return a.sum(cavity) // both labels are best
}

// sum returns log (1 + exp(s+x))/(exp(s) + exp(x)) for strength s: with q = exp(−|s|) and z =
// exp(−|x|), log (1+qz)/(q+z) with the signs of s and x.
func (a agree) sum(x float64) float64 {
	z := elementary.Exp(-math.Abs(x))
	if a.decay+z < tiny {
		u, v := math.Abs(a.strength), math.Abs(x)
		return signed(min(u, v)-math.Log1p(math.Exp(-math.Abs(u-v))), x, a.strength)
	}
	return signed(elementary.Log((1+a.decay*z)/(a.decay+z)), x, a.strength)
}

// slopes returns the derivatives of sum by x and by the strength.
func (a agree) slopes(x float64) (dx, ds float64) {
	z := elementary.Exp(-math.Abs(x))
	if a.decay+z < tiny {
		dx = 1 / (1 + math.Exp(math.Abs(x)-math.Abs(a.strength)))
		ds = 1 - dx
	} else {
		both := (1 + a.decay*z) * (a.decay + z)
		dx, ds = (1-a.decay*a.decay)*z/both, (1-z*z)*a.decay/both
	}
	return signed(dx, 1, a.strength), signed(ds, x, 1)
}

// max returns max(0, s+x) − max(s, x).
func (a agree) max(x float64) float64 {
	return signed(min(math.Abs(a.strength), math.Abs(x)), x, a.strength)
}

// signed returns v with the sign of x·s. It has no branch: half of them would be mispredicted.
func signed(v, x, s float64) float64 {
	const sign = 1 << 63
	return math.Float64frombits(math.Float64bits(v) ^ (math.Float64bits(x)^math.Float64bits(s))&sign)
}

// sweep is [State.Sweep].
func (x *odds) sweep(s *State) (change float64) {
	n := int32(len(s.upper))
	for t := range n {
		change = max(change, x.send(s, t, s.upper[t], s.first[t+1]))
	}
	for t := n - 1; t >= 0; t-- {
		change = max(change, x.send(s, t, s.first[t], s.upper[t]))
	}
	return change
}

// send replaces the messages of t through the links lo to hi.
func (x *odds) send(s *State, t, lo, hi int32) (change float64) {
	if lo == hi {
		return 0
	}
	delta, step, summed := x.node[t]+x.heard(s, t), 1-s.rule.Damping, !s.maximised(t)
	for j := lo; j < hi; j++ {
		var next float64
		if summed {
			next = x.pair[j].sum(delta - s.in[j])
		} else {
			next = x.message(s, delta, t, j)
		}
		old := &s.in[s.links[j].back]
		d := next - *old
		change = max(change, math.Abs(d))
		*old += step * d
	}
	return change
}
