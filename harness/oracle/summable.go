package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// Summable returns nil if the solvers picked by [New] for the instances under feature map m have
// marginals. Otherwise the error wraps errors.ErrUnsupported and names the first instance without
// marginals and its width. A caller can check this before training: a call for marginals would
// return the same error. Time: planning an elimination for each graph with cycles, once for
// consecutive instances with the same graph.
func Summable(list []sp.Instance, m sp.FeatureMap) error {
	if independent(m) {
		return nil
	}
	var plan plan
	for i := range list {
		x := &list[i]
		if x.IsChain() || Cycle(x.N(), x.Edges) == nil {
			continue
		}
		if err := plan.fit(x.N(), x.K, x.Edges); err != nil {
			return fmt.Errorf("oracle: no marginals of instance %q%s: %w", x.ID, remedy(true), err)
		}
	}
	return nil
}

// Summable is like the function [Summable], for the solvers of c. O(instances) for an inexact
// oracle.
func (c Choice) Summable(list []sp.Instance, m sp.FeatureMap) error {
	if !c.Inexact() {
		return Summable(list, m)
	}
	for i := range list {
		if !c.Sums && c.approximates(&list[i], m) {
			return noSums(c.Name)
		}
	}
	return nil
}
