package likelihood

import "github.com/spbench/spbench/harness/sp"

// A Visited is a term without oracle calls that counts each evaluation as a visit.
type Visited struct {
	Term
	Visit func() error // of the task
}

// Value implements [Term]. It returns the error of Visit.
func (v Visited) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	if err := v.Visit(); err != nil {
		return 0, err
	}
	return v.Term.Value(g, p, x)
}

// WithoutEdges returns copies of the instances without edges, factors and structures: each variable
// by itself. All other data are shared.
func WithoutEdges(train []sp.Instance) []sp.Instance {
	apart := make([]sp.Instance, len(train))
	for i, x := range train {
		x.Edges, x.Edge, x.Structure = nil, sp.Rows{D: x.Edge.D}, nil
		x.Factors, x.Transitions = nil, nil
		apart[i] = x
	}
	return apart
}
