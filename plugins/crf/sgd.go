package main

import (
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A sgd is the state of stochastic gradient descent (Bottou 2010), which takes
// the instances one by one, in a new random order for each pass:
//
//	w ← (1 − γ_t·λ)·w − γ_t·(aᵢ/ā)·∇ℓᵢ(w),  γ_t = min(η/(t+shift), 1/λ)
//
// ā the mean instance weight. A longer step than 1/λ would turn w round. w is
// stored as scale·v, so that shrinking it is one multiplication, and the
// projection onto the sign constraints is one of v: a step costs what its
// instance can touch.
type sgd struct {
	optim.Iterate
	o     *likelihood.Objective
	steps optim.Step
	t     int
	mean  float64 // ā
	order *optim.Order

	visits, loss float64 // since the last checkpoint
	support      optim.Support
}

func (c *CRF) newSGD(o *likelihood.Objective, w []float64, seed uint64) *sgd {
	s := &sgd{
		Iterate: optim.NewIterate(len(w), o.Map.NonNegative(), nil), o: o, steps: c.step(),
		mean: o.Total() / float64(len(o.Train)), order: optim.NewOrder(len(o.Train), optim.Reshuffled, seed),
	}
	copy(s.V, w)
	if c.Average {
		s.Average = optim.NewAverage(len(w), optim.Linear)
	}
	return s
}

// stochastic minimises o by sgd. Its checkpoints carry the mean ℓ of the visits
// since the one before, each under the w that it found, as "loss-estimate".
func (r *run) stochastic(o *likelihood.Objective, w []float64, full func(w []float64) []float64) error {
	s := r.newSGD(o, w, r.task.Seed)
	r.checkpoint = func() sp.Checkpoint { return s.checkpoint(full) }
	err := r.Steps(learner.Limit(r.Passes, len(r.task.Train), r.task.Budget.Binds(r.spends())), s.step)
	copy(w, s.Weights())
	return err
}

// step makes one step on the next instance. After an error only the order has gone on.
func (s *sgd) step() error {
	x := &s.o.Train[s.order.Next()]
	value, err := s.o.Add(s.Delta, 1, s.V, s.Scale, x)
	if err != nil {
		return err
	}
	s.t++
	s.visits += x.Weight
	s.loss += x.Weight * value
	step := min(s.steps.At(s.t), 1/s.o.Lambda)
	s.support.Fit(s.o.Map.Support(s.support.Ranges[:0], x), s.NonNegative)
	s.Shrink(1 - step*s.o.Lambda)
	for r := 0; r < len(s.support.Ranges); r += 2 {
		floats.Scale(-step*x.Weight/s.mean/s.Scale, s.Delta[s.support.Ranges[r]:s.support.Ranges[r+1]])
	}
	s.Move(&s.support)
	s.Step()
	return nil
}

// checkpoint returns the result and the running mean, which starts anew.
func (s *sgd) checkpoint(full func(w []float64) []float64) sp.Checkpoint {
	c := sp.Checkpoint{Weights: full(s.Weights())}
	if s.visits > 0 {
		c.Values = map[string]float64{"loss-estimate": s.loss / s.visits}
	}
	s.visits, s.loss = 0, 0
	return c
}
