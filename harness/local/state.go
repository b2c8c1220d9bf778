package local

import (
	"math"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A State is a labeling of one graph under single-site moves. The zero value is ready for
// [State.Reset]. Buffers are kept, so that nothing is allocated once they have grown. It is not
// safe for concurrent use.
type State struct {
	// Y is the labeling (n). The caller may read it, and change it between moves.
	Y []int32

	p     *sp.Potentials
	graph neighbours
	node  []float64 // n×K: the node scores used by moves
	joint joints
	two   two       // of two labels, without factors
	pairs bool      // two is in use
	row   []float64 // K
	top   []int32   // n: the best labeling of Anneal
}

// Reset prepares s for p, and reads p until the next Reset. Y has the right length and
// undefined contents. Every variable must have an allowed label. O(n+m).
func (s *State) Reset(p *sp.Potentials) {
	n := p.N()
	s.p = p
	s.Y, s.row = sp.Grow(s.Y, n), sp.Grow(s.row, p.K)
	s.graph.fit(n, p.Edges)
	s.joint.fit(p)
	if s.pairs = p.K == 2 && p.Factors.N() == 0; s.pairs {
		s.two.fit(p, s.graph.first, s.graph.around)
	}
	s.Rescore(p.Node)
}

// Rescore replaces the node scores (n×K) of the last Reset, for example by perturbed ones. It
// reads them until the next Rescore or Reset. O(n).
func (s *State) Rescore(node []float64) {
	s.node = node
	if s.pairs {
		s.two.rescore(node)
	}
}

// Best sets Y to the best label of each variable by its node scores alone; of equally good
// ones, the first. O(nK).
func (s *State) Best() {
	k := s.p.K
	for d := range s.Y {
		s.Y[d] = sp.Best(s.node[d*k:][:k])
	}
}

// Draw sets Y to a uniform random labeling without forbidden labels: a function of key and
// draw. O(nK).
func (s *State) Draw(key perturb.Key, draw uint64) {
	noise, k := key.Stream(draw), s.p.K
	if s.pairs {
		s.two.draw(s.Y, noise)
		return
	}
	for d := range s.Y {
		row := s.node[d*k:][:k]
		allowed := 0
		for _, v := range row {
			if v > math.Inf(-1) {
				allowed++
			}
		}
		at := int(noise.Uniform(d) * float64(allowed))
		for l, v := range row {
			if v > math.Inf(-1) {
				if at == 0 {
					s.Y[d] = int32(l)
				}
				at--
			}
		}
	}
}

// Conditionals sets dst (n×K) to the score of each label of each variable, given the labels of all
// others: that of [Conditionals], with factors.
func (s *State) Conditionals(dst []float64) {
	Conditionals(dst, s.p, s.Y)
	for d := range s.Y {
		s.joint.add(dst[d*s.p.K:][:s.p.K], s.p, d, s.Y)
	}
}

// scores returns the score of each label of d given the labels of its neighbours: a row of
// Conditionals, valid until the next call. O(K·degree).
func (s *State) scores(d int) []float64 {
	copy(s.row, s.node[d*s.p.K:][:s.p.K])
	for _, a := range s.graph.of(int32(d)) {
		a.add(s.row, s.p, s.Y[a.other])
	}
	s.joint.add(s.row, s.p, d, s.Y)
	return s.row
}
