package bound

import "github.com/spbench/spbench/harness/sp"

// A Mean is which of the two smooth bounds.
type Mean string

// Means.
const (
	Arithmetic Mean = "arithmetic"
	Geometric  Mean = "geometric"
)

// A Loss is a bound on log Z less the score of the gold labeling: a likelihood.Term. It is at
// least 0 where the gold labeling agrees with a state of each clamping, and convex as long as
// the states are the same.
type Loss struct {
	Mean   Mean
	Solver func(x *sp.Instance) (sp.Solver, error) // gives an [sp.Conditioner]
	States func(x *sp.Instance) []Clamping         // of x

	of Evaluator
}

// Value implements likelihood.Term: one Conditional call for each state. The errors are those
// of the solver.
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
	g.LessGold(x)
	return value - p.Score(x.Gold), nil
}
