package crf

import (
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// State implements learner.Resumable in every stage.
func (r *run) State() []any { return r.sgd.State() }

// stochastic minimises o by stochastic gradient descent. Its checkpoints carry "loss-estimate": the
// mean ℓ of the visits since the last checkpoint, each under the w of that visit.
func (r *run) stochastic(o *likelihood.Objective, w []float64,
	full func(w []float64) []float64) error {
	s := o.SGD(r.Eta, r.Shift, r.Average, r.task.Seed)
	copy(s.V, w)
	r.sgd = s
	r.checkpoint = func() sp.Checkpoint {
		return sp.Checkpoint{Weights: full(s.Weights()), Values: s.Values()}
	}
	if err := r.Resume(r); err != nil {
		return err
	}
	err := r.Steps(learner.Limit(r.Passes, len(o.Train), r.task.Budget.Binds(r.spends())),
		s.Next)
	copy(w, s.Weights())
	return err
}
