package likelihood

import "github.com/spbench/spbench/harness/sp"

// An Exact is the negative log-likelihood log Z(x) − score(y) (Lafferty, McCallum & Pereira
// 2001). Each value makes one Marginals call of the instance's solver; the errors are those of
// the solver.
type Exact struct {
	Solver func(x *sp.Instance) (sp.Solver, error)
}

// Value implements [Term]. The derivatives are the marginals minus the gold labels.
func (t *Exact) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	s, err := t.Solver(x)
	if err != nil {
		return 0, err
	}
	g.Resize(x.N(), len(x.Edges), x.K)
	g.Pooled = true
	logZ, err := s.Marginals(g, p)
	if err != nil {
		return 0, err
	}
	g.LessGold(x)
	return logZ - p.Score(x.Gold), nil
}
