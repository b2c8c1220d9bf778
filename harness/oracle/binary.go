package oracle

import (
	"errors"

	"github.com/spbench/spbench/harness/sp"
)

// A Binary is exact inference on graphs with cycles and two labels, each task by
// the solver that is fastest at it: MAP and Clamped by a [Cut], Marginals by an
// [Elimination]. Where an edge rewards disagreement, MAP and the Clamped after it
// are the elimination's; if the graph is too wide for that, the error is that of
// the cut, which names the edge. It implements [sp.Solver], [sp.Clamper] and
// [sp.Forgetter].
type Binary struct {
	cut         *Cut
	elimination *Elimination
	last        sp.Clamper // the one that did the last MAP
}

// NewBinary returns a Binary. The elimination, whose tables are large, may serve
// other solvers too, but not between a MAP and the Clamped calls after it; nil
// makes one at the first need.
func NewBinary(e *Elimination) *Binary { return &Binary{cut: NewCut(), elimination: e} }

// MAP implements [sp.Solver].
func (s *Binary) MAP(y []int32, p *sp.Potentials) (float64, error) {
	s.last = s.cut
	score, err := s.cut.MAP(y, p)
	if !errors.Is(err, errors.ErrUnsupported) {
		return score, err
	}
	e := s.tables()
	score, wide := e.MAP(y, p)
	if errors.Is(wide, errors.ErrUnsupported) {
		return 0, err
	}
	s.last = e
	return score, wide
}

// Marginals implements [sp.Solver]; the error of a graph that is too wide for
// elimination wraps errors.ErrUnsupported.
func (s *Binary) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	return s.tables().Marginals(mu, p)
}

// Conditional implements [sp.Conditioner].
func (s *Binary) Conditional(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest,
	y []int32) (float64, error) {
	return s.tables().Conditional(mu, p, f, y)
}

// Clamped implements [sp.Clamper].
func (s *Binary) Clamped(y []int32, d int, k int32) (float64, error) {
	if s.last == nil {
		s.last = s.cut
	}
	return s.last.Clamped(y, d, k)
}

// Moves implements [sp.Clamper].
func (s *Binary) Moves(list []sp.Move) []sp.Move {
	if s.last == nil {
		return list
	}
	return s.last.Moves(list)
}

// Forget implements [sp.Forgetter], for the cut; the elimination keeps nothing.
func (s *Binary) Forget() {
	s.cut.Forget()
	s.last = s.cut
}

func (s *Binary) tables() *Elimination {
	if s.elimination == nil {
		s.elimination = NewElimination()
	}
	return s.elimination
}

var (
	_ sp.Clamper   = (*Binary)(nil)
	_ sp.Forgetter = (*Binary)(nil)
	_ sp.Solver    = (*Binary)(nil)
)
