package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// New returns the solver for instance x under feature map m: a [Chain] for a chain, a [Tree] for
// any other forest. On graphs with cycles it returns, in this order,
//
//   - an [Independent] if the map has no pair scores,
//   - a [Binary] for two labels,
//   - an [Elimination] if the width is small enough,
//   - an [Expansion], which is approximate, if the map keeps the strengths of a Potts model
//     non-negative.
//
// Otherwise the error wraps errors.ErrUnsupported, gives the width and names an edge that closes a
// cycle.
func New(x *sp.Instance, m sp.FeatureMap) (sp.Solver, error) {
	if x.IsChain() {
		return NewChain(), nil
	}
	loop := Cycle(x.N(), x.Edges)
	switch {
	case loop == nil:
		return NewTree(), nil
	case independent(m):
		return NewIndependent(), nil
	case x.K == 2:
		return NewBinary(nil), nil
	}
	s := NewElimination()
	err := s.plan.fit(x.N(), x.K, x.Edges)
	switch {
	case err == nil:
		return s, nil
	case m != nil && len(m.NonNegative()) > 0:
		return NewExpansion(), nil
	}
	return nil, fmt.Errorf("oracle: no exact oracle for instance %q%s: %w, and expansion "+
		"moves need Potts strengths kept >= 0; %w", x.ID, remedy(false), err, loop)
}

// remedy names approximate oracles for the error of an unsupported graph: with marginals, or at
// least with MAP. Expansion is missing since New already tries it.
func remedy(sums bool) string {
	text := " (" + summing() + " work"
	if !sums {
		text += "; for maxima also " + icmKind.Name
	}
	return text + ")"
}
