package structure

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// An Arborescence finds trees with root 0 in which each variable d, as node d+1, has its label as
// head. MAP contracts cycles of best heads (Y. J. Chu and T. H. Liu 1965; J. Edmonds 1967) on a
// dense matrix, along one growing path (R. E. Tarjan, Finding optimum branchings, Networks 1977),
// and expands them in reverse order (P. M. Camerini, L. Fratta and F. Maffioli, A note on finding
// optimum branchings, Networks 1979): O(n²).
//
// With Single, scores are compared first by the number of arcs from the root, fewer being better.
// No cycle holds such an arc, so this number never takes part in the changed scores of a
// contraction: a node takes the root as its head only if it has no other.
//
// Clamped is a maximum with one row replaced: O(n²). Marginals: see matrixtree.go.
type Arborescence struct {
	last
	single bool
	size   int       // n+1
	score  []float64 // size×size: of slot as the head of slot; −Inf: none
	arc    []int32   // size×size: the arc behind it, d·K + head
	slot   []int32   // size: the node in a slot, -1: contracted away
	parent []int32   // nodes, original and contracted: the contraction they are in, -1: none
	taken  []int32   // nodes: the arc of their head
	gain   []float64 // nodes: its score
	state  []int32   // slots: 0 new, 1 on the path, 2 done
	path   []int32   // slots
	trees  matrixTree
}

// solve sets z to the best tree.
func (s *Arborescence) solve(z []int32, p *sp.Potentials) error {
	s.load(p)
	for v := 1; v < s.size; v++ {
		if s.state[v] == 0 && s.slot[v] >= 0 {
			if err := s.grow(int32(v)); err != nil {
				return err
			}
		}
	}
	s.expand(z, p.K)
	roots := 0
	for _, head := range z {
		if head == 0 {
			roots++
		}
	}
	if s.single && roots != 1 {
		return fmt.Errorf("structure: arborescence: %w: every tree has several children of the root",
			sp.ErrForbidden)
	}
	return nil
}

func (s *Arborescence) load(p *sp.Potentials) {
	s.single, s.size = p.Structure.Single, p.K
	n := s.size
	s.score, s.arc = sp.Grow(s.score, n*n), sp.Grow(s.arc, n*n)
	s.slot, s.state = sp.Grow(s.slot, n), sp.Grow(s.state, n)
	s.parent, s.taken, s.gain = sp.Grow(s.parent, 2*n), sp.Grow(s.taken, 2*n), sp.Grow(s.gain, 2*n)
	s.parent, s.taken, s.gain = s.parent[:n], s.taken[:n], s.gain[:n]
	clear(s.state)
	s.state[0] = 2
	copy(s.score[n:], p.Node)
	for v := range s.slot {
		s.slot[v], s.parent[v] = int32(v), -1
		if v == 0 {
			continue
		}
		row := s.score[v*n:][:n]
		row[v] = math.Inf(-1)
		for h := range row {
			s.arc[v*n+h] = int32((v-1)*n + h)
		}
	}
}

// grow follows best heads from a slot until it meets the root or a finished slot, and contracts the
// cycles on its way.
func (s *Arborescence) grow(v int32) error {
	s.path = append(s.path[:0], v)
	s.state[v] = 1
	for {
		v = s.path[len(s.path)-1]
		h := s.best(v)
		if h < 0 {
			return fmt.Errorf("structure: arborescence: %w: no tree has a finite score", sp.ErrForbidden)
		}
		node := s.slot[v]
		s.taken[node], s.gain[node] = s.arc[int(v)*s.size+int(h)], s.score[int(v)*s.size+int(h)]
		switch s.state[h] {
		case 0:
			s.state[h] = 1
			s.path = append(s.path, h)
		case 1:
			s.contract(h)
		default:
			for _, u := range s.path {
				s.state[u] = 2
			}
			return nil
		}
	}
}

// best returns the best head of a slot, -1: none. A single root comes last.
func (s *Arborescence) best(v int32) int32 {
	row := s.score[int(v)*s.size:][:s.size]
	top, at := math.Inf(-1), int32(-1)
	for h := 1; h < len(row); h++ {
		if row[h] > top {
			top, at = row[h], int32(h)
		}
	}
	if row[0] >= top && !math.IsInf(row[0], -1) && (!s.single || at < 0) {
		return 0
	}
	return at
}

// contract makes one node of the cycle from slot h to the end of the path, in slot h.
func (s *Arborescence) contract(h int32) {
	first := len(s.path) - 1
	for s.path[first] != h {
		first--
	}
	cycle, n := s.path[first:], s.size
	node := int32(len(s.parent))
	s.parent, s.taken, s.gain = append(s.parent, -1), append(s.taken, -1), append(s.gain, 0)
	to := s.score[int(h)*n:][:n] // scores of heads of the new node
	toArc := s.arc[int(h)*n:][:n]
	for i, v := range cycle {
		member := s.slot[v]
		s.parent[member] = node
		gain := s.gain[member]
		from, fromArc := s.score[int(v)*n:][:n], s.arc[int(v)*n:][:n]
		for x := range to {
			if c := from[x] - gain; i == 0 || c > to[x] {
				to[x], toArc[x] = c, fromArc[x]
			}
		}
		if i == 0 {
			continue
		}
		s.slot[v] = -1
		for at := int(v); at < n*n; at += n { // the new node as head takes the best member
			x := at - int(v)
			if s.score[at] > s.score[x+int(h)] {
				s.score[x+int(h)], s.arc[x+int(h)] = s.score[at], s.arc[at]
			}
			s.score[at] = math.Inf(-1)
		}
	}
	for _, v := range cycle {
		to[v] = math.Inf(-1)
	}
	s.slot[h] = node
	s.path = s.path[:first+1]
}

// expand gives every contraction's arc to the member that it enters, and reads the heads.
func (s *Arborescence) expand(z []int32, k int) {
	for node := len(s.parent) - 1; node >= s.size; node-- {
		member := s.taken[node]/int32(k) + 1
		for s.parent[member] != int32(node) {
			member = s.parent[member]
		}
		s.taken[member] = s.taken[node]
	}
	for d := range z {
		z[d] = s.taken[d+1] % int32(k)
	}
}
