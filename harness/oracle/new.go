package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// New returns the solver for instance x under feature map m: a [Chain] for a chain, a [Tree] for
// any other forest; on graphs with cycles an [Independent] if the map has no pair scores, a
// [Binary] for two labels, and for more an [Elimination] where the width is small enough, else an
// [Expansion], which is approximate, if the map keeps the strengths of a Potts model non-negative.
// For another graph the error wraps errors.ErrUnsupported, says how wide it is and names an edge
// that closes a cycle.
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
	return nil, fmt.Errorf("oracle: no exact one for instance %q%s: %w, and its Potts strengths "+
		"are not kept >= 0 for an approximate solver; %w", x.ID, remedy(false), err, loop)
}

// remedy names the approximate oracles that have what no exact one has: sums, or at least maxima.
// Expansion is not among them, which is taken without being named.
func remedy(sums bool) string {
	text := " (" + summing() + " would do"
	if !sums {
		text += ", for maxima " + icmKind.Name + " too"
	}
	return text + ")"
}
