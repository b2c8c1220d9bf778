package oracle

import (
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

var trwKind = Kind{
	Name: "trw", Sums: true, Doc: "tree-reweighted belief propagation (Wainwright, Jaakkola & " +
		"Willsky 2005): maxima, marginals, and a log Z, an upper bound if the messages " +
		"converge, maybe not within the default sweeps; edge appearance probabilities are " +
		"frequencies in random spanning forests, equal for equal graphs; on any graph, exact " +
		"without cycles",
	new: func() sp.Approximator {
		return &TRW{Forests: 10, passing: newPassing()}
	},
}

// A TRW is tree-reweighted belief propagation on any graph (Wainwright, Jaakkola & Willsky, A new
// class of upper bounds on the log partition function, 2005). If the messages converge, its log Z
// is an upper bound, convex in the scores, and the marginals are its gradient. It costs as much as
// [LBP], plus a few forests for each new graph.
type TRW struct {
	Forests int `json:"forests" range:"[1,1000000]" help:"least number of spanning forests"`
	passing

	rho []float64
}

// Approximate implements [sp.Approximator].
func (*TRW) Approximate() string { return "tree-reweighted belief propagation" }

// MAP implements [sp.Solver].
func (s *TRW) MAP(y []int32, p *sp.Potentials) (float64, error) {
	return s.maximise("trw", y, p, s.appearance(p))
}

// Marginals implements [sp.Solver].
func (s *TRW) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	return s.sum("trw", mu, p, s.appearance(p))
}

// appearance returns the appearance probabilities of the edges of p. They are the same for all
// solvers of the graph.
func (s *TRW) appearance(p *sp.Potentials) []float64 {
	if s.arrange(p) {
		s.rho = messages.Appearance(s.n, s.edges, s.Forests, 1)
	}
	return s.rho
}

var _ sp.Approximator = (*TRW)(nil)
