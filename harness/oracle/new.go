package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// New returns the solver for instance x under feature map m: a [Chain] for a
// chain, a [Tree] for any other forest. For a graph with a cycle the error
// wraps errors.ErrUnsupported and names an edge that closes it.
func New(x *sp.Instance, m sp.FeatureMap) (sp.Solver, error) {
	if x.IsChain() {
		return NewChain(), nil
	}
	if err := cycle(x.N(), x.Edges); err != nil {
		return nil, fmt.Errorf("oracle: instance %q: no exact solver for a graph with cycles: %w", x.ID, err)
	}
	return NewTree(), nil
}
