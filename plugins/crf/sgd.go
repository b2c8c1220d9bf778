package crf

import (
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// newSGD returns stochastic gradient descent on o that starts at w. Each pass visits the instances
// in a new random order.
func (c *CRF) newSGD(o *likelihood.Objective, w []float64, seed uint64) *optim.SGD {
	s := &optim.SGD{
		Iterate: optim.NewIterate(len(w), o.Map.NonNegative(), nil), Lambda: o.Lambda,
		Sizes: c.step(),
		Order: optim.NewOrder(len(o.Train), optim.Reshuffled, seed), Weight: o.Shares(),
		Gradient: func(dst, v []float64, scale float64, i int) (float64, error) {
			return o.Add(dst, 1, v, scale, &o.Train[i])
		},
		Touched: func(ranges []int32, i int) []int32 { return o.Map.Support(ranges, &o.Train[i]) },
	}
	copy(s.V, w)
	if c.Eta == 0 {
		s.Distance = new(optim.Distance)
	}
	if c.Average {
		s.Average = optim.NewAverage(len(w), optim.Linear)
	}
	return s
}

// State implements learner.Resumable in every stage.
func (r *run) State() []any { return r.sgd.State() }

// stochastic minimises o by stochastic gradient descent. Its checkpoints carry "loss-estimate": the
// mean ℓ of the visits since the last checkpoint, each under the w of that visit.
func (r *run) stochastic(o *likelihood.Objective, w []float64,
	full func(w []float64) []float64) error {
	s := r.newSGD(o, w, r.task.Seed)
	r.sgd = s
	r.checkpoint = func() sp.Checkpoint {
		at := sp.Checkpoint{Weights: full(s.Weights())}
		if loss, ok := s.Loss(); ok {
			at.Values = map[string]float64{"loss-estimate": loss}
		}
		return at
	}
	r.Watch(func() map[string]float64 {
		loss, _ := s.LossSoFar() // NaN is not shown
		return map[string]float64{"loss-estimate": loss}
	})
	if err := r.Resume(r); err != nil {
		return err
	}
	err := r.Steps(learner.Limit(r.Passes, len(o.Train), r.task.Budget.Binds(r.spends())),
		s.Next)
	copy(w, s.Weights())
	return err
}
