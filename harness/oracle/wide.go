package oracle

import "github.com/spbench/spbench/harness/sp"

// A wide is the solver of a graph that [New] has none for: it sums over forests given the other
// labels, which is easy on any graph, and gives the reason for all else.
type wide struct {
	*conditioner
	reason error // New's
}

// MAP implements [sp.Solver]: there is none.
func (s *wide) MAP([]int32, *sp.Potentials) (float64, error) { return 0, s.reason }

// Marginals implements [sp.Solver]: there are none.
func (s *wide) Marginals(*sp.Marginals, *sp.Potentials) (float64, error) { return 0, s.reason }
