package audit

import (
	"fmt"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// softmaxMargin returns the kind with the ε and margin in its name; nil if it is no such name.
func softmaxMargin(name string) *Kind {
	var epsilon, margin float64
	_, err := fmt.Sscanf(name, sp.ObjectiveSoftmaxMargin, &epsilon, &margin)
	if err != nil || !(epsilon > 0) ||
		fmt.Sprintf(sp.ObjectiveSoftmaxMargin, epsilon, margin) != name {
		return nil
	}
	return &Kind{
		Name: name, Doc: "ε·log Σ_y exp((score(y) + margin·loss(gold,y))/ε) − score(gold)",
		oracle: true,
		term: func(e *evaluation) likelihood.Term {
			return &likelihood.SoftmaxMargin{Exact: likelihood.Exact{Solver: e.exact}, Loss: e.l,
				Epsilon: epsilon, Margin: margin}
		},
	}
}
