package audit

import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

var unaryKind = Kind{
	Name: sp.ObjectiveUnary, Doc: "−Σ_d log p(gold_d | x), the edges taken out",
	value: func(e *evaluation, x *sp.Instance) (float64, error) {
		apart, p := likelihood.WithoutEdges([]sp.Instance{*x}), e.p
		p.Edges, p.Pair = nil, sp.Pair{}
		return new(likelihood.Piecewise).Value(&e.g, &p, &apart[0])
	},
	term: func(*evaluation) likelihood.Term { return new(likelihood.Piecewise) }, apart: true,
}
