package audit

import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

var piecewiseKind = Kind{
	Name: sp.ObjectivePiecewise,
	Doc:  "−Σ log p(gold) over variables and edges, each normalised by itself",
	value: func(e *evaluation, x *sp.Instance) (float64, error) {
		return new(likelihood.Piecewise).Value(&e.g, &e.p, x)
	},
	term: func(*evaluation) likelihood.Term { return new(likelihood.Piecewise) },
}
