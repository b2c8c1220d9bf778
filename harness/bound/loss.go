package bound

import "github.com/spbench/spbench/harness/sp"

// A Mean selects one of the two smooth bounds.
type Mean string

// The smooth bounds.
const (
	Arithmetic Mean = "arithmetic"
	Geometric  Mean = "geometric"
)

// A Loss is a bound on log Z minus the score of the gold labeling: a likelihood.Term. It is at
// least 0 if each clamping has a state equal to the gold labeling, and convex while the states
// stay fixed.
type Loss struct {
	Mean   Mean
	Solver func(x *sp.Instance) (sp.Solver, error) // must return an [sp.Conditioner]
	States func(x *sp.Instance) []Clamping         // of x
	// Known are the clampings of x given its known labels, for instances with unknown ones.
	Known func(x *sp.Instance) []Clamping

	known sp.Marginals
	of    Evaluator
}

// Value implements likelihood.Term: one Conditional call for each state. The errors are those
// of the solver. If labels of x are unknown, it is the bound minus the bound given the known labels.
// Such a difference is no bound. Value then changes the node scores of p.
func (l *Loss) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	s, err := l.Solver(x)
	if err != nil {
		return 0, err
	}
	g.Pooled = true
	evaluate := l.of.Arithmetic
	if l.Mean == Geometric {
		evaluate = l.of.Geometric
	}
	value, err := evaluate(g, s.(sp.Conditioner), p, l.States(x))
	if err != nil {
		return 0, err
	}
	if x.Labelled() {
		g.LessGold(x)
		return value - p.Score(x.Gold), nil
	}
	p.Restrict(x)
	l.known.Pooled = true
	known, err := evaluate(&l.known, s.(sp.Conditioner), p, l.Known(x))
	if err != nil {
		return 0, err
	}
	g.Less(&l.known)
	return value - known, nil
}
