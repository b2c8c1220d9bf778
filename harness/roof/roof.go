// Package roof is roof duality: maxima of two labels on any graph, with pairs of any sign, by
// quadratic pseudo-Boolean optimisation (Hammer, Hansen & Simeone, Roof duality, complementation
// and persistency in quadratic 0–1 optimization, 1984; Boros & Hammer, Pseudo-Boolean optimization,
// 2002, section 5; Kolmogorov & Rother, Minimizing nonsubmodular functions with graph cuts – a
// review, 2007).
//
// Each variable gets a second one for its complement. An edge that rewards disagreement becomes one
// that rewards agreement with a complement. One minimum cut then solves the doubled problem. A
// variable is persistent if its two copies differ in the cut: all maxima have its label. If all
// edges reward agreement, the cut is a maximum, and all variables count as persistent.
package roof

import (
	"fmt"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

// fewest is the number of variables up to which an exact solver is asked.
const fewest = 256

// A Duality solves one graph after the other. It allocates nothing once its buffers are large
// enough.
type Duality struct {
	// Bound is an upper bound on the maximum, up to rounding. It equals the maximum if no variable is
	// open.
	Bound float64
	// Open are the variables that are not persistent, in ascending order.
	Open []int32

	doubled sp.Potentials // variable n+d is the complement of d
	both    []int32       // 2n: its labeling
	place   []int32       // n: place in Open, or -1
	rest    sp.Potentials // of Open, given all other labels
	found   []int32       // its labeling
	state   local.State
}

// MAP fills y (n) with a labeling for two labels. Persistent labels are those of the cut. Given
// these, the others are a maximum by the exact solver if they are few and it can, else a local
// maximum of [local.State.ICM]. asked reports whether the exact solver found them. Errors are those
// of cut, a solver for edges that reward agreement.
func (s *Duality) MAP(y []int32, p *sp.Potentials, cut, exact sp.Solver) (asked bool, err error) {
	repel, err := s.double(p)
	if err != nil {
		return false, err
	}
	s.both = sp.Grow(s.both, 2*len(y))
	twice, err := cut.MAP(s.both, &s.doubled)
	if err != nil {
		return false, err
	}
	s.Bound += twice / 2
	s.Open, s.place = s.Open[:0], sp.Grow(s.place, len(y))
	for d, k := range s.both[:len(y)] {
		y[d], s.place[d] = k, -1
		if repel && k == s.both[len(y)+d] {
			s.place[d] = int32(len(s.Open))
			s.Open = append(s.Open, int32(d))
		}
	}
	if len(s.Open) == 0 {
		return false, nil
	}
	s.restrict(y, p)
	s.found = sp.Grow(s.found, len(s.Open))
	if len(s.Open) <= fewest {
		_, err = exact.MAP(s.found, &s.rest)
		asked = err == nil
	}
	if !asked {
		s.state.Reset(&s.rest)
		s.state.Best()
		s.state.ICM(100)
		copy(s.found, s.state.Y)
	}
	for i, d := range s.Open {
		y[d] = s.found[i]
	}
	return asked, nil
}

// double fills doubled. A labeling of p in which each complement has the other label scores half of
// its score there, plus Bound. repel: an edge rewards disagreement.
func (s *Duality) double(p *sp.Potentials) (repel bool, err error) {
	n, q := int32(p.N()), &s.doubled
	q.K, q.Node = 2, append(q.Node[:0], p.Node...)
	q.Edges, q.Pair.Potts, s.Bound = q.Edges[:0], q.Pair.Potts[:0], 0
	for e, uv := range p.Edges {
		strength, u, v, constant := p.Agreement(e)
		if strength-strength != 0 {
			return false, fmt.Errorf("roof: pair scores of edge %d (%d–%d) are not finite", e, uv.U, uv.V)
		}
		q.Node[2*uv.U+1] += u
		q.Node[2*uv.V+1] += v
		s.Bound += constant + min(strength, 0)
		same, other := uv.V, uv.V+n
		if strength < 0 {
			repel, strength, same, other = true, -strength, other, same
		}
		q.Edges = append(q.Edges, sp.Edge{U: uv.U, V: same}, sp.Edge{U: uv.U + n, V: other})
		q.Pair.Potts = append(q.Pair.Potts, strength, strength)
	}
	for d := range n {
		q.Node = append(q.Node, q.Node[2*d+1], q.Node[2*d])
	}
	return repel, nil
}

// restrict fills rest with the scores of the open variables, given all other labels y.
func (s *Duality) restrict(y []int32, p *sp.Potentials) {
	q := &s.rest
	q.K, q.Node, q.Edges, q.Pair.Potts = 2, q.Node[:0], q.Edges[:0], q.Pair.Potts[:0]
	for _, d := range s.Open {
		q.Node = append(q.Node, s.doubled.Node[2*d:][:2]...)
	}
	for e, uv := range p.Edges {
		strength, _, _, _ := p.Agreement(e)
		switch u, v := s.place[uv.U], s.place[uv.V]; {
		case u >= 0 && v >= 0:
			q.Edges = append(q.Edges, sp.Edge{U: u, V: v})
			q.Pair.Potts = append(q.Pair.Potts, strength)
		case u >= 0:
			q.Node[2*u+y[uv.V]] += strength
		case v >= 0:
			q.Node[2*v+y[uv.U]] += strength
		}
	}
}
