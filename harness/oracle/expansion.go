package oracle

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/maxflow"
	"github.com/spbench/spbench/harness/sp"
)

var expansionKind = Kind{
	Name: "expansion", Doc: "alpha-expansion (Boykov, Veksler & Zabih 2001), on any graph with " +
		"Potts strengths kept >= 0; maxima only",
	new: func() sp.Approximator { return NewExpansion() },
}

// An Expansion is approximate MAP of Potts models on any graph by expansion moves (Boykov, Veksler
// and Zabih, Fast approximate energy minimization via graph cuts, PAMI 2001, figure 2). It starts
// from the best label of each variable alone. For each label α in ascending order, a minimum cut
// finds the best labeling in which variables keep their label or change to α. Rounds repeat until
// no label improves the score. Strengths must be >= 0. It implements [sp.Solver] and
// [sp.Approximator]. Its Marginals return an error that wraps errors.ErrUnsupported.
//
// Define the cost of a labeling as the scores below the best label of each variable plus the
// strengths of disagreeing edges. The result costs at most the optimum plus the cost of the
// optimum's edges (theorem 6.1), so never more than twice the optimum. With two labels it is
// optimal. It serves graphs of any size in turn, and allocates nothing once its buffers are large.
type Expansion struct {
	conditioner
	g     maxflow.Graph
	n     int       // of g, -1 before the first graph
	edges []sp.Edge // edges of g
	y     []int32   // the labeling
	moved []int32   // the labeling of a move
	gain  []float64 // n: gain of label α at a variable if nothing else changes
	bound []float64 // n: more than the edges of a variable can carry
}

// NewExpansion returns an Expansion.
func NewExpansion() *Expansion { return &Expansion{n: -1} }

// Approximate implements [sp.Approximator].
func (s *Expansion) Approximate() string { return "alpha-expansion" }

// MAP implements [sp.Solver]: no expansion move improves y. A strength below 0 is an error that
// names the edge and wraps errors.ErrUnsupported. A table of pair scores is unsupported too. Cost:
// one cut per move, usually a few rounds.
func (s *Expansion) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if err := s.check(p); err != nil {
		return 0, fmt.Errorf("oracle: expansion: %w", err)
	}
	answered.Add(1)
	mustHold(y, p.N())
	s.arrange(p)
	s.start(p)
	score := p.Score(s.y)
	for alpha, same := 0, 0; same < p.K && score-score == 0; alpha, same = (alpha+1)%p.K, same+1 {
		s.expand(int32(alpha), p)
		if better := p.Score(s.moved); better > score {
			score, same = better, 0
			s.y, s.moved = s.moved, s.y
		}
	}
	if score-score != 0 {
		return 0, fmt.Errorf("oracle: expansion: %w", fault(score, p))
	}
	copy(y, s.y)
	return score, nil
}

// Marginals returns an error that wraps errors.ErrUnsupported.
func (s *Expansion) Marginals(*sp.Marginals, *sp.Potentials) (float64, error) {
	return 0, noSums("expansion")
}

func (s *Expansion) check(p *sp.Potentials) error {
	size := 0.0
	if len(p.Pair.Table) > 0 {
		return fmt.Errorf("the pair scores are a table, expansion moves need Potts strengths: %w",
			errors.ErrUnsupported)
	}
	for e, v := range p.Pair.Potts {
		if v < 0 {
			return fmt.Errorf("the Potts strength of edge %d (%d–%d) is %v, must be >= 0: %w",
				e, p.Edges[e].U, p.Edges[e].V, v, errors.ErrUnsupported)
		}
		size += v
	}
	for _, v := range p.Node {
		if !math.IsInf(v, -1) {
			size += math.Abs(v)
		}
	}
	if size *= 4; size-size != 0 { // more than any capacity
		return fault(size, p)
	}
	return nil
}

// arrange builds the flow graph for the edges of p.
func (s *Expansion) arrange(p *sp.Potentials) {
	n := p.N()
	s.gain, s.bound = sp.Grow(s.gain, n), sp.Grow(s.bound, n)
	s.y, s.moved = sp.Grow(s.y, n), sp.Grow(s.moved, n)
	if s.n == n && slices.Equal(s.edges, p.Edges) {
		return
	}
	s.n, s.edges = n, append(s.edges[:0], p.Edges...)
	s.g.Reset(n, p.Edges)
}

// start takes the best label of every variable alone, the smallest of equal ones.
func (s *Expansion) start(p *sp.Potentials) {
	for d := range s.y {
		row := p.Node[d*p.K:][:p.K]
		best := 0
		for k, v := range row {
			if v > row[best] {
				best = k
			}
		}
		s.y[d] = int32(best)
	}
}

// expand fills moved with the best labeling within one expansion of label alpha. Variables on the
// source side of the cut change to alpha; among equally good moves it changes the fewest.
func (s *Expansion) expand(alpha int32, p *sp.Potentials) {
	s.g.Clear()
	for d, k := range s.y {
		s.gain[d], s.bound[d] = 0, 1
		if k != alpha {
			s.gain[d] = p.Node[d*p.K+int(alpha)] - p.Node[d*p.K+int(k)]
		}
	}
	for e, w := range p.Pair.Potts {
		u, v := p.Edges[e].U, p.Edges[e].V
		k, l := s.y[u], s.y[v]
		switch {
		case k == alpha && l == alpha:
			w = 0
		case k == alpha:
			s.gain[v] += w
			w = 0
		case l == alpha:
			s.gain[u] += w
			w = 0
		case k != l: // both change: w; one: w/2 each
			w /= 2
			s.gain[u] += w
			s.gain[v] += w
		}
		s.g.SetEdge(e, w, w)
		s.bound[u] += 2 * w
		s.bound[v] += 2 * w
	}
	for d, gain := range s.gain {
		if math.IsInf(gain, -1) {
			gain = -s.bound[d] // forbidden
		}
		s.g.SetTerminal(d, gain)
	}
	s.g.Solve()
	for d, k := range s.y {
		if s.g.Source(d) {
			k = alpha
		}
		s.moved[d] = k
	}
}

var (
	_ sp.Approximator = (*Expansion)(nil)
	_ sp.Solver       = (*Expansion)(nil)
)
