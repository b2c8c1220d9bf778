package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// Summable returns nil where the solvers that [New] picks for the instances under feature map m
// have marginals. Else the error wraps errors.ErrUnsupported and names the first instance that has
// none and its width: who needs them knows before the first call, of which it would be the answer
// too. Time: that of planning an elimination for each graph with cycles, once for instances in a
// row that share it.
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

// Summable is what the function of that name says of the solvers of an oracle. O(instances) of one
// that is inexact.
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
