package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
)

// Summable returns nil if the solvers picked by [New] for the instances under feature map m have
// marginals. Otherwise the error wraps errors.ErrUnsupported and names the first instance without
// marginals and, of a graph, its width. A caller can check this before training: a call for
// marginals would return the same error. Time: planning an elimination for each graph with cycles,
// once for consecutive instances with the same graph.
func Summable(list []sp.Instance, m sp.FeatureMap) error {
	plan := new(minfill.Plan)
	for i := range list {
		q := question{x: &list[i], m: m, plan: plan}
		e, err := q.entry()
		switch {
		case err != nil && q.x.Structure == nil:
			err = q.width()
		case err == nil && e.sums != nil:
			err = e.sums(&q)
		}
		switch {
		case err != nil && q.x.Structure == nil:
			return fmt.Errorf("oracle: no marginals of instance %q%s: %w", q.x.ID, remedy(q.x, true), err)
		case err != nil:
			return fmt.Errorf("oracle: no marginals of instance %q: %w", q.x.ID, err)
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
		if err := c.refuses(&list[i]); err != nil {
			return err
		}
		if !c.Sums && c.approximates(&list[i], m) {
			return noSums(c.Name)
		}
	}
	return nil
}

// remedy names approximate oracles for the error of an unsupported instance: with marginals, or at
// least with MAP. Expansion is missing since New already tries it.
func remedy(x *sp.Instance, sums bool) string {
	text := " (" + summing() + " work"
	if x.Factors.N() > 0 {
		text = " (gibbs works"
	}
	if !sums {
		text += "; for maxima also " + icmKind.Name
	}
	return text + ")"
}
