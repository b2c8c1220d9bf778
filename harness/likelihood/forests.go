package likelihood

import "github.com/spbench/spbench/harness/sp"

// A Forests is the negative log composite likelihood of blocks that are forests A, too large to
// enumerate (Lindsay 1988; Pletscher & Ong 2010),
//
//	ℓ = −Σ_A log p(y_A | y_−A, x)
//
// the variables outside of A at their gold labels. Each block is summed by one Conditional call of
// the instance's solver; blocks may overlap. O(nK + mK²) for each.
type Forests struct {
	Solver func(x *sp.Instance) (sp.Solver, error) // gives an [sp.Conditioner]; asked once for a value
	Of     func(x *sp.Instance) []*sp.Forest       // the blocks of x, the same ones every time

	mu sp.Marginals
}

// Value implements [Term]; the errors are those of the solver. The derivatives are the marginals less the gold
// labels, which cancel outside of each forest.
func (t *Forests) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (sum float64, err error) {
	s, err := t.Solver(x)
	if err != nil {
		return 0, err
	}
	resize(g, p)
	clear(g.Node)
	t.mu.Pooled = true
	for _, f := range t.Of(x) {
		logZ, err := s.(sp.Conditioner).Conditional(&t.mu, p, f, x.Gold)
		if err != nil {
			return 0, err
		}
		sum += logZ - p.Score(x.Gold)
		for i, q := range t.mu.Node {
			g.Node[i] += q
		}
		for i, q := range t.mu.Pair {
			g.Pair[i] += q
		}
		g.LessGold(x)
	}
	return sum, nil
}
