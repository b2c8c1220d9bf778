package likelihood

import (
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A Forests is the negative log composite likelihood of M blocks that are forests A, too large
// to enumerate (Lindsay 1988; Pletscher & Ong 2010), divided by their number,
//
//	ℓ = −(1/M)·Σ_A log p(y_A | y_−A, x)
//
// with the variables outside of A at their gold labels. The division gives all instances the
// same weight for any M. Each block is summed by one Conditional call of the instance's solver;
// blocks may overlap. O(nK + mK²) for each.
type Forests struct {
	// must return an [sp.Conditioner]; called once per value
	Solver func(x *sp.Instance) (sp.Solver, error)
	Of     func(x *sp.Instance) []*sp.Forest // the blocks of x, always the same

	mu sp.Marginals
}

// Value implements [Term]; the errors are those of the solver. The derivatives are the
// marginals minus the gold labels; outside of each forest they cancel.
func (t *Forests) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (mean float64,
	err error) {
	s, err := t.Solver(x)
	if err != nil {
		return 0, err
	}
	resize(g, p)
	clear(g.Node)
	t.mu.Pooled = true
	forests := t.Of(x)
	share := 1 / float64(len(forests))
	for _, f := range forests {
		logZ, err := s.(sp.Conditioner).Conditional(&t.mu, p, f, x.Gold)
		if err != nil {
			return 0, err
		}
		mean += share * logZ
		kernel.AddScaled(g.Node, share, t.mu.Node)
		kernel.AddScaled(g.Pairs(), share, t.mu.Pairs())
	}
	g.LessGold(x)
	return mean - p.Score(x.Gold), nil
}
