package audit

import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

var pseudoKind = Kind{
	Name: sp.ObjectivePseudolikelihood, Doc: "−Σ_d log p(gold_d | gold of the neighbours, x)",
	value: func(e *evaluation, x *sp.Instance) (float64, error) {
		return new(likelihood.Pseudo).Value(&e.g, &e.p, x)
	},
	term: func(*evaluation) likelihood.Term { return new(likelihood.Pseudo) },
}
