package likelihood

import "github.com/spbench/spbench/harness/sp"

// An Exact is the negative log-likelihood log Z(x) − score(y) (Lafferty, McCallum & Pereira
// 2001). If labels are unknown, it is the likelihood of the known ones: log Z(x) minus the same
// sum given known labels and candidates. Then it is not convex. Each value makes one Marginals
// call of the instance's solver, or two with unknown labels. The errors are those of the solver.
type Exact struct {
	Solver func(x *sp.Instance) (sp.Solver, error)

	known sp.Marginals
}

// Value implements [Term]. The derivatives are the marginals minus the gold labels, or minus the
// marginals given the known labels. With unknown labels Value changes the node scores of p.
func (t *Exact) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	s, err := t.Solver(x)
	if err != nil {
		return 0, err
	}
	logZ, err := marginals(g, s, p, x)
	if err != nil {
		return 0, err
	}
	if x.Labelled() {
		g.LessGold(x)
		return logZ - p.Score(x.Gold), nil
	}
	p.Restrict(x)
	known, err := marginals(&t.known, s, p, x)
	if err != nil {
		return 0, err
	}
	g.Less(&t.known)
	return logZ - known, nil
}

func marginals(g *sp.Marginals, s sp.Solver, p *sp.Potentials, x *sp.Instance) (float64, error) {
	g.Resize(x.N(), len(x.Edges), x.K)
	g.Pooled = true
	return s.Marginals(g, p)
}
