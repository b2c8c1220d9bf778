package oracle

import (
	"errors"

	"github.com/spbench/spbench/harness/sp"
)

// A Binary is exact inference on graphs with cycles and two labels. It uses the fastest solver for
// each task: a [Cut] for MAP and Clamped, an [Elimination] for Marginals. If an edge rewards
// disagreement, the elimination also does MAP and the Clamped calls after it. If the graph is too
// wide for that, the error is the cut's, which names the edge. Binary implements [sp.Solver],
// [sp.Clamper] and [sp.Forgetter].
type Binary struct {
	cut         *Cut
	elimination *Elimination
	last        sp.Clamper // solver of the last MAP
}

// NewBinary returns a Binary. Solvers may share e to save memory, since its tables are large, but
// not between a MAP and the Clamped calls after it. If e is nil, Binary creates one when needed.
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

// Marginals implements [sp.Solver]. If the graph is too wide for elimination, the error wraps
// errors.ErrUnsupported.
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

// Forget implements [sp.Forgetter] for the cut. The elimination keeps no state to forget.
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
