package structure

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// A Path finds paths of a directed acyclic graph by dynamic programming over its nodes, which are
// numbered so that arcs go up. An arc on the path gains the score of label 1 less that of label 0.
// An arc that must be on the path, as its label 0 is forbidden, forbids all arcs above it.
//
// MAP, Marginals and Clamped: O(arcs + nodes).
type Path struct {
	last
	nodes  int
	in     adjacency // arcs by their last node
	out    adjacency // arcs by their first node
	gain   []float64 // arcs; −Inf: the arc cannot be used
	base   float64   // score of labels 0, of the arcs that may have it
	cover  []int32   // nodes+1: arcs that must be used above the step from a node to the next
	to     []float64 // nodes: best path, or log of the sum of paths, from Source to a node
	from   []float64 // nodes: from a node to Sink
	toArc  []int32   // nodes: last arc of the best path to a node, -1: none
	outArc []int32   // nodes: first arc of the best path from a node
	z      []int32   // n
}

// An adjacency has lists of arcs, in ascending order, for each node.
type adjacency struct {
	start []int32 // nodes+1
	arc   []int32
}

func (a *adjacency) of(v int) []int32 { return a.arc[a.start[v]:a.start[v+1]] }

// build lists the arcs by node(arc). O(arcs + nodes).
func (a *adjacency) build(nodes int, arcs []sp.Edge, node func(sp.Edge) int32) {
	a.start, a.arc = sp.Grow(a.start, nodes+1), sp.Grow(a.arc, len(arcs))
	clear(a.start)
	for _, e := range arcs {
		a.start[node(e)]++
	}
	sum := int32(0)
	for v, count := range a.start {
		a.start[v] = sum
		sum += count
	}
	for d, e := range arcs {
		v := node(e)
		a.arc[a.start[v]] = int32(d)
		a.start[v]++
	}
	copy(a.start[1:], a.start[:nodes])
	a.start[0] = 0
}

// MAP implements [sp.Solver].
func (s *Path) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if err := s.begin(y, p); err != nil {
		return 0, err
	}
	s.load(p)
	s.passes(p.Structure, false)
	if err := s.feasible(p.Structure); err != nil {
		return 0, err
	}
	clear(s.y)
	s.trace(s.y, p.Structure, p.Structure.Sink, p.Structure.Sink)
	return s.end(y, p)
}

func (s *Path) feasible(t *sp.Structure) error {
	if math.IsInf(s.to[t.Sink], -1) {
		return fmt.Errorf("structure: path: %w: no path from node %d to node %d has a finite score",
			sp.ErrForbidden, t.Source, t.Sink)
	}
	return nil
}

// load sets the gains.
func (s *Path) load(p *sp.Potentials) {
	t := p.Structure
	s.nodes = int(t.Sink) + 1
	for _, e := range t.Arcs {
		s.nodes = max(s.nodes, int(e.V)+1)
	}
	s.in.build(s.nodes, t.Arcs, second)
	s.out.build(s.nodes, t.Arcs, first)
	s.gain, s.cover = sp.Grow(s.gain, len(t.Arcs)), sp.Grow(s.cover, s.nodes+1)
	clear(s.cover)
	s.base = 0
	must := false
	for d, e := range t.Arcs {
		zero, one := p.Node[2*d], p.Node[2*d+1]
		if math.IsInf(zero, -1) {
			s.gain[d], must = one, true
			s.cover[e.U]++
			s.cover[e.V]--
			continue
		}
		s.gain[d] = one - zero
		s.base += zero
	}
	if must {
		s.force(p)
	}
}

// force forbids the arcs above those that must be used, and all arcs if two of them are above each
// other, or one is not between Source and Sink.
func (s *Path) force(p *sp.Potentials) {
	t := p.Structure
	for v := 1; v <= s.nodes; v++ {
		s.cover[v] += s.cover[v-1]
	}
	above := make([]int32, s.nodes+1) // sums of cover before a node
	for v := range s.nodes {
		above[v+1] = above[v] + s.cover[v]
	}
	for d, e := range t.Arcs {
		own := int32(0)
		if math.IsInf(p.Node[2*d], -1) {
			own = e.V - e.U
			if e.U < t.Source || e.V > t.Sink {
				s.gain[d] = math.Inf(-1)
			}
		}
		if above[e.V]-above[e.U] != own {
			s.gain[d] = math.Inf(-1)
		}
	}
	for v, c := range s.cover { // steps that must be taken by an arc outside of Source to Sink
		if c > 0 && (v < int(t.Source) || v >= int(t.Sink)) {
			for d := range s.gain {
				s.gain[d] = math.Inf(-1)
			}
		}
	}
}

// passes fills to and from: maxima, or logarithms of sums.
func (s *Path) passes(t *sp.Structure, sums bool) {
	s.to, s.from = sp.Grow(s.to, s.nodes), sp.Grow(s.from, s.nodes)
	s.toArc, s.outArc = sp.Grow(s.toArc, s.nodes), sp.Grow(s.outArc, s.nodes)
	for v := range s.nodes {
		if s.to[v], s.toArc[v] = 0, -1; v != int(t.Source) {
			s.to[v], s.toArc[v] = s.pass(s.to, t.Arcs, s.in.of(v), first, sums)
		}
	}
	for v := s.nodes - 1; v >= 0; v-- {
		if s.from[v], s.outArc[v] = 0, -1; v != int(t.Sink) {
			s.from[v], s.outArc[v] = s.pass(s.from, t.Arcs, s.out.of(v), second, sums)
		}
	}
}

// The nodes of an arc.
func first(e sp.Edge) int32  { return e.U }
func second(e sp.Edge) int32 { return e.V }

// pass returns the maximum, or the logarithm of the sum, over a node's arcs of the value at the
// other end and the gain, and the arc of the maximum, -1 if none can be used.
func (s *Path) pass(value []float64, all []sp.Edge, arcs []int32, end func(sp.Edge) int32,
	sums bool) (float64, int32) {
	top, at := math.Inf(-1), int32(-1)
	for _, d := range arcs {
		if c := value[end(all[d])] + s.gain[d]; c > top {
			top, at = c, d
		}
	}
	if !sums || at < 0 {
		return top, at
	}
	total := 0.0
	for _, d := range arcs {
		total += math.Exp(value[end(all[d])] + s.gain[d] - top)
	}
	return top + math.Log(total), at
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
	s.z = sp.Grow(s.z, len(s.y))
	clear(s.z)
	s.z[through] = 1
	s.trace(s.z, t, t.Arcs[through].U, t.Arcs[through].V)
	return s.compare(y, s.z), nil
}

// Marginals implements [sp.Solver].
func (s *Path) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	s.p, s.moves = nil, s.moves[:0]
	if err := valid(p); err != nil {
		return 0, err
	}
	s.load(p)
	s.passes(p.Structure, true)
	if err := s.feasible(p.Structure); err != nil {
		return 0, err
	}
	logZ := s.to[p.Structure.Sink]
	if mu != nil {
		mu.Resize(p.N(), 0, 2)
		for d, e := range p.Structure.Arcs {
			q := min(math.Exp(s.to[e.U]+s.gain[d]+s.from[e.V]-logZ), 1)
			mu.Node[2*d], mu.Node[2*d+1] = 1-q, q
		}
	}
	return s.base + logZ, nil
}
