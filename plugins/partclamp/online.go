package partclamp

import (
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// online is stochastic gradient descent from w, in a new random order for each pass.
func (r *run) online(w []float64) error {
	t, s := r.task, r.newSGD()
	copy(s.V, w)
	defer func() { copy(w, s.Weights()) }()
	r.checkpoint = func() sp.Checkpoint { return sp.Checkpoint{Weights: s.Weights()} }
	if r.Objective != objectiveCD { // which has no value
		r.checkpoint = func() sp.Checkpoint {
			return sp.Checkpoint{Weights: s.Weights(), Values: s.Values()}
		}
	}
	r.sgd = s
	if err := r.Resume(r); err != nil {
		return err
	}
	certain, possible := r.spends()
	limit := learner.Limit(r.Passes, len(t.Train), t.Budget.Binds(certain) ||
		t.Budget.Binds(possible))
	if r.Passes > 0 || t.Budget.Binds(certain) {
		return r.Steps(limit, s.Next)
	}
	return r.Steps(limit, r.unlessIdle(s.Next))
}

func (r *run) newSGD() *optim.SGD {
	t := r.task
	o := &likelihood.Objective{Map: t.Map, Train: t.Train, Lambda: r.Lambda, Encoder: r.joint}
	s := o.SGD(r.Eta, r.Shift, r.Average, t.Seed)
	switch r.Objective {
	case objectiveCD:
		s.Gradient, s.Distance = r.contrast(), nil // no value, and so no first distance
	case objectivePseudo:
		o.Term = likelihood.Visited{Term: &likelihood.Pseudo{}, Visit: t.Visit}
	case objectiveComposite:
		o.Term = r.term(t.Solver)
	default:
		o.Term = r.tightened()
	}
	return s
}

// tightened returns ℓ of bound. Each evaluation first tightens the bound: one visit, by one solver.
func (r *run) tightened() likelihood.Term {
	t := &tightened{run: r}
	t.loss = r.term(func(*sp.Instance) (sp.Solver, error) { return t.solver, nil })
	return t
}

type tightened struct {
	*run
	loss   likelihood.Term
	solver sp.Solver // of the instance at hand
}

func (t *tightened) Value(g *sp.Marginals, p *sp.Potentials,
	x *sp.Instance) (value float64, err error) {
	if t.solver, err = t.task.Solver(x); err != nil {
		return 0, err
	}
	if t.States > 0 {
		e := t.of(x)
		if _, err := t.tightener.tightenBoth(t.solver, p, x, e.clamped, e.known); err != nil {
			return 0, err
		}
	}
	return t.loss.Value(g, p, x)
}

// contrast returns the step of contrastive divergence (Hinton 2002): φ of the labeling after k
// sweeps of Gibbs sampling from the gold one, minus φ of the gold one. There is no value.
func (r *run) contrast() func(dst, v []float64, scale float64, i int) (float64, error) {
	var p sp.Potentials
	var s local.State
	return func(dst, v []float64, scale float64, i int) (float64, error) {
		x := &r.task.Train[i]
		if err := r.task.Visit(); err != nil {
			return 0, err
		}
		r.task.Map.Potentials(&p, v, x)
		p.Scale(scale)
		s.Reset(&p)
		copy(s.Y, x.Gold)
		for range r.K {
			if err := r.task.Sweep(); err != nil {
				return 0, err
			}
			s.Gibbs(perturb.NewKey(r.task.Seed, x.ID), r.draw)
			r.draw++
		}
		r.task.Map.Add(dst, 1, x, s.Y)
		r.task.Map.Add(dst, -1, x, x.Gold)
		r.joint.LearnLabels(x, s.Y, x.Gold, v, scale)
		r.joint.Step()
		return 0, nil
	}
}
