package audit

import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

var likelihoodKind = Kind{
	Name: sp.ObjectiveLikelihood, Doc: "log Z(x) − score(gold)",
	oracle: true,
	value: func(e *evaluation, x *sp.Instance) (float64, error) {
		s, err := e.exact(x)
		if err != nil {
			return 0, err
		}
		logZ, err := s.Marginals(nil, &e.p)
		return logZ - e.p.Score(x.Gold), err
	},
	term: func(e *evaluation) likelihood.Term { return &likelihood.Exact{Solver: e.exact} },
}
