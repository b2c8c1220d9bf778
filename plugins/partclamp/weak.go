package partclamp

import (
	"errors"
	"slices"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/sp"
)

// stages learns from the labelled instances and then, if the objective can, from all.
func (r *run) stages() error {
	w := make([]float64, r.task.Map.Dim())
	joins := r.Objective == objectiveBound && r.Kappa > 0 && len(r.task.Partial) > 0
	if joins && r.Mode == modeOnline {
		if err := r.Resume(&w, &r.weak, &r.imputed); err != nil {
			return err
		}
	}
	if !r.weak {
		err := r.learn(w)
		if !joins || err != nil && !errors.Is(err, sp.ErrLimit) {
			return err
		}
		r.Hold()
		if err := r.impute(w); err != nil {
			return err
		}
		r.weak = true
	}
	r.join()
	return r.learn(w)
}

// learn learns from the instances of the task, from w, and leaves the result in w.
func (r *run) learn(w []float64) error {
	if r.Mode == modeOnline {
		return r.online(w)
	}
	return r.batch(w)
}

// impute finds the best labels of each partly labelled instance under w, given the known ones.
func (r *run) impute(w []float64) error {
	var p sp.Potentials
	r.imputed = make([][]int32, len(r.task.Partial))
	for i := range r.task.Partial {
		x := &r.task.Partial[i]
		r.task.Map.Potentials(&p, w, x)
		p.Restrict(x)
		s, err := r.task.Solver(x)
		if err != nil {
			return err
		}
		r.tightener.y = sp.Grow(r.tightener.y, x.N())
		if err := r.tightener.maximum(s, &p); err != nil {
			return err
		}
		r.imputed[i] = slices.Clone(r.tightener.y)
	}
	return nil
}

// join adds the partly labelled instances to those to learn from.
func (r *run) join() {
	all := *r.task
	all.Train = append(make([]sp.Instance, 0, r.task.N()), r.task.Train...)
	for _, x := range r.task.Partial {
		x.Weight *= r.Kappa
		all.Train = append(all.Train, x)
	}
	all.Partial = nil
	r.task = &all
	r.examples.Clear() // by address
}

// place returns the index of x among the partly labelled instances; -1 if x is labelled.
func (r *run) place(x *sp.Instance) int {
	for i := range r.imputed {
		if x == &r.task.Train[len(r.task.Train)-len(r.imputed)+i] {
			return i
		}
	}
	return -1
}

// tightenBoth tightens the bound of x under p and, if labels are unknown, that given the known ones. It
// reports whether either has changed.
func (t *tightener) tightenBoth(s sp.Solver, p *sp.Potentials, x *sp.Instance,
	clamped, known []bound.Clamping) (changed bool, err error) {
	if changed, err = t.tighten(s, p, clamped); err != nil || known == nil {
		return changed, err
	}
	t.node = append(t.node[:0], p.Node...)
	p.Restrict(x)
	better, err := t.tighten(s, p, known)
	copy(p.Node, t.node)
	return changed || better, err
}
