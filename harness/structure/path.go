package structure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Path finds paths of a directed acyclic graph by dynamic programming over its arcs, by their
// first nodes: nodes are numbered so that arcs go up. An arc on the path gains the score of label 1
// less that of label 0. An arc that must be on the path, as its label 0 is forbidden, forbids all
// arcs above it.
//
// MAP, Marginals and Clamped: O(arcs + nodes), and a sort unless the arcs are in order.
type Path struct {
	last
	order  []int32   // arcs by their first node
	gain   []float64 // arcs; −Inf: the arc cannot be used
	base   float64   // score of labels 0, of the arcs that may have it; −Inf: there is no path
	above  []int32   // nodes+1: arcs that must be used above the steps before a node, summed
	to     []float64 // nodes: best path, or log of the sum of paths, from Source to a node
	from   []float64 // nodes: from a node to Sink
	toArc  []int32   // nodes: last arc of the best path to a node
	outArc []int32   // nodes: first arc of the best path from a node
}

func (s *Path) solve(z []int32, p *sp.Potentials) error {
	if err := s.passes(p, false); err != nil {
		return err
	}
	clear(z)
	s.trace(z, p.Structure, p.Structure.Sink, p.Structure.Sink)
	return nil
}

// load sets the order and the gains.
func (s *Path) load(p *sp.Potentials) {
	t := p.Structure
	s.order, s.gain, s.base = sp.Grow(s.order, len(t.Arcs)), sp.Grow(s.gain, len(t.Arcs)), 0
	nodes, must := int(t.Sink)+1, false
	for d, e := range t.Arcs {
		s.order[d], nodes = int32(d), max(nodes, int(e.V)+1)
		zero, one := p.Node[2*d], p.Node[2*d+1]
		if s.gain[d] = one - zero; !math.IsInf(zero, -1) {
			s.base += zero
			continue
		}
		if s.gain[d], must = one, true; e.U < t.Source || e.V > t.Sink {
			s.base = zero
		}
	}
	byFirst := func(a, b int32) int { return cmp.Compare(t.Arcs[a].U, t.Arcs[b].U) }
	if !slices.IsSortedFunc(s.order, byFirst) {
		slices.SortStableFunc(s.order, byFirst)
	}
	s.to, s.from = sp.Grow(s.to, nodes), sp.Grow(s.from, nodes)
	s.toArc, s.outArc = sp.Grow(s.toArc, nodes), sp.Grow(s.outArc, nodes)
	if must {
		s.force(p)
	}
}

// force forbids the arcs above those that must be used, and two of these above each other.
func (s *Path) force(p *sp.Potentials) {
	s.above = sp.Grow(s.above, len(s.to)+1)
	clear(s.above)
	own := func(d int, e sp.Edge) int32 {
		if math.IsInf(p.Node[2*d], -1) {
			return 1
		}
		return 0
	}
	for d, e := range p.Structure.Arcs {
		s.above[e.U+1] += own(d, e)
		s.above[e.V+1] -= own(d, e)
	}
	for range 2 { // arcs above a step, and their sums
		for v := range s.to {
			s.above[v+1] += s.above[v]
		}
	}
	for d, e := range p.Structure.Arcs {
		if s.above[e.V]-s.above[e.U] != own(d, e)*(e.V-e.U) {
			s.gain[d] = math.Inf(-1)
		}
	}
}

// passes fills to and from: maxima, or logarithms of sums.
func (s *Path) passes(p *sp.Potentials, sums bool) error {
	s.load(p)
	t := p.Structure
	for v := range s.to {
		s.to[v], s.from[v] = math.Inf(-1), math.Inf(-1)
	}
	s.to[t.Source], s.from[t.Sink] = 0, 0
	for i, d := range s.order {
		e, back := t.Arcs[d], s.order[len(s.order)-1-i]
		if e.V != t.Source {
			extend(&s.to[e.V], &s.toArc[e.V], s.to[e.U]+s.gain[d], d, sums)
		}
		if e = t.Arcs[back]; e.U != t.Sink {
			extend(&s.from[e.U], &s.outArc[e.U], s.from[e.V]+s.gain[back], back, sums)
		}
	}
	if math.IsInf(s.to[t.Sink]+s.base, -1) {
		return fmt.Errorf("structure: path: %w: no path from node %d to node %d has a finite score",
			sp.ErrForbidden, t.Source, t.Sink)
	}
	return nil
}

// extend takes a way through arc d into the maximum, or the logarithm of the sum, of a node.
func extend(value *float64, arc *int32, way float64, d int32, sums bool) {
	switch {
	case sums:
		*value = logAdd(*value, way)
	case way > *value:
		*value, *arc = way, d
	}
}

// trace sets label 1 on the best path from Source to u, and on that from v to Sink.
func (s *Path) trace(z []int32, t *sp.Structure, u, v int32) {
	for u != t.Source {
		d := s.toArc[u]
		z[d] = 1
		u = t.Arcs[d].U
	}
	for v != t.Sink {
		d := s.outArc[v]
		z[d] = 1
		v = t.Arcs[d].V
	}
}

// Clamped implements [sp.Clamper]: the best path through arc d, or, for label 0 of an arc on the
// path, through another arc that passes above the step from its first node to the next.
func (s *Path) Clamped(y []int32, d int, k int32) (float64, error) {
	if done, score, err := s.clamp(y, d, k); done {
		return score, err
	}
	t, best, through := s.p.Structure, math.Inf(-1), -1
	step := t.Arcs[d].U
	for i, e := range t.Arcs {
		if k == 1 && i != d || k == 0 && (i == d || e.U > step || e.V <= step) {
			continue
		}
		if v := s.to[e.U] + s.gain[i] + s.from[e.V]; v > best {
			best, through = v, i
		}
	}
	if through < 0 {
		return 0, fmt.Errorf("%w: no path is left", forbidden(d, k))
	}
	clear(s.z)
	s.z[through] = 1
	s.trace(s.z, t, t.Arcs[through].U, t.Arcs[through].V)
	return s.compare(y), nil
}

func (s *Path) sums(node []float64, p *sp.Potentials) (float64, error) {
	s.p, s.moves = nil, s.moves[:0]
	if err := s.passes(p, true); err != nil {
		return 0, err
	}
	logZ := s.to[p.Structure.Sink]
	if node != nil {
		for d, e := range p.Structure.Arcs {
			q := min(math.Exp(s.to[e.U]+s.gain[d]+s.from[e.V]-logZ), 1)
			node[2*d], node[2*d+1] = 1-q, q
		}
	}
	return s.base + logZ, nil
}
