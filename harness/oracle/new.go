package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// New returns the solver for instance x under feature map m: a [Chain] for a
// chain, a [Tree] for any other forest, an [Elimination] for a graph with cycles
// whose width is small enough, and a [Cut] for other graphs with two labels. Where
// the map keeps the strengths of a Potts model non-negative a Cut finds every MAP;
// under other maps it says which edge it cannot solve. For another graph the error
// wraps errors.ErrUnsupported, says how wide it is and names an edge that closes a
// cycle.
func New(x *sp.Instance, m sp.FeatureMap) (sp.Solver, error) {
	if x.IsChain() {
		return NewChain(), nil
	}
	loop := cycle(x.N(), x.Edges)
	if loop == nil {
		return NewTree(), nil
	}
	s := NewElimination()
	err := s.plan.fit(x.N(), x.K, x.Edges)
	switch {
	case err == nil:
		return s, nil
	case x.K == 2:
		return NewCut(), nil
	}
	return nil, fmt.Errorf("oracle: instance %q: no exact solver: %w, and %w", x.ID, loop, err)
}
