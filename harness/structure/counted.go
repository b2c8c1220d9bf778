package structure

import (
	"errors"
	"math"
	"sync/atomic"

	"github.com/spbench/spbench/harness/sp"
)

// A Counted counts the MAP, Marginals and Conditional calls of a solver, and implements
// [sp.Conditioner].
type Counted struct {
	Solver
	Calls *atomic.Int64 // unsupported calls do not count
	given sp.Potentials // of the last Conditional
}

// MAP implements [sp.Solver].
func (s *Counted) MAP(y []int32, p *sp.Potentials) (float64, error) {
	return s.count(s.Solver.MAP(y, p))
}

// Marginals implements [sp.Solver].
func (s *Counted) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	return s.count(s.Solver.Marginals(mu, p))
}

// Conditional implements [sp.Conditioner]: Marginals with one label allowed outside of f.
func (s *Counted) Conditional(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest,
	y []int32) (float64, error) {
	q := &s.given
	copyTo(q, p)
	for d, k := range y {
		if !f.Has(int32(d)) {
			onlyLabel(q, d, k)
		}
	}
	return s.Marginals(mu, q)
}

// copyTo makes q a copy of p.
func copyTo(q, p *sp.Potentials) {
	q.K, q.Structure, q.Node = p.K, p.Structure, append(q.Node[:0], p.Node...)
}

// onlyLabel forbids all labels of variable d but k.
func onlyLabel(p *sp.Potentials, d int, k int32) {
	row := p.Node[d*p.K:][:p.K]
	for j := range row {
		if int32(j) != k {
			row[j] = math.Inf(-1)
		}
	}
}

// count counts a call, unless it is unsupported.
func (s *Counted) count(value float64, err error) (float64, error) {
	if !errors.Is(err, errors.ErrUnsupported) {
		s.Calls.Add(1)
	}
	return value, err
}
