package maxima

import "github.com/spbench/spbench/harness/sp"

// SparseMAP adds the gradient of the SparseMAP loss (Niculae et al. 2018) as a draw: the
// sparse distribution under p minus the gold labeling of x. The loss is
//
//	max_q [E_q score − ½‖μ‖²] − score(gold) + n/2
//
// It is convex in the scores, not negative, and 0 if gold wins by a margin. If x has unknown labels,
// the same maximum over the labelings with its known labels stands for gold. calls limits the MAP
// calls of a distribution; with too few the gradient is inexact. The error wraps
// errors.ErrUnsupported if the solver may miss maxima.
func (e *Estimate) SparseMAP(s sp.Solver, p *sp.Potentials, x *sp.Instance, calls int) error {
	if _, err := e.sparse.Solve(s, p, calls); err != nil {
		return err
	}
	e.Draws++
	e.Unit = 1
	e.value += e.sparse.Value()
	for _, t := range e.sparse.Atoms {
		e.sign(t.Weight, t.Labels)
	}
	if x.Labelled() {
		e.value += float64(x.N())/2 - p.Score(x.Gold)
		e.sign(-1, x.Gold)
		return nil
	}
	e.shift(p, 0, nil)
	e.p.Restrict(x)
	if _, err := e.sparse.Solve(s, &e.p, calls); err != nil {
		return err
	}
	e.value -= e.sparse.Value()
	for _, t := range e.sparse.Atoms {
		e.sign(-t.Weight, t.Labels)
	}
	return nil
}
