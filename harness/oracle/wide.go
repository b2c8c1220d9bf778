package oracle

import "github.com/spbench/spbench/harness/sp"

// A wide is the solver of a graph unsupported by [New]. It implements Conditional, which works on
// any graph; all other calls return the reason.
type wide struct {
	*conditioner
	reason error // New's
}

// MAP returns the reason for the missing solver.
func (s *wide) MAP([]int32, *sp.Potentials) (float64, error) { return 0, s.reason }

// Marginals returns the reason for the missing solver.
func (s *wide) Marginals(*sp.Marginals, *sp.Potentials) (float64, error) { return 0, s.reason }
