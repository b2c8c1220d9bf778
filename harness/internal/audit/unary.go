package audit

import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

var unaryKind = Kind{
	Name: sp.ObjectiveUnary, Doc: "−Σ_d log p(gold_d | x), the edges taken out",
	value: func(e *evaluation, x *sp.Instance) (float64, error) {
		apart, p := withoutEdges(*x), e.p
		p.Edges, p.Pair = nil, sp.Pair{}
		return new(likelihood.Piecewise).Value(&e.g, &p, &apart)
	},
	term: func(*evaluation) likelihood.Term { return new(likelihood.Piecewise) }, apart: true,
}

// withoutEdges returns x without its edges. It shares all else with x.
func withoutEdges(x sp.Instance) sp.Instance {
	x.Edges, x.Edge = nil, sp.Rows{D: x.Edge.D}
	return x
}
