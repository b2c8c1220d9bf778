package main

import (
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A stochastic is stochastic subgradient descent on F (Nowozin & Lampert 2010;
// without structure Shalev-Shwartz et al. 2011), with the step sizes of
// subgradient: for instance i of n,
//
//	w_{t+1} = P[(1 − ρ_t)·w_t + ρ_t·n·aᵢ/(λΣa)·(φ(xᵢ,yᵢ) − φ(xᵢ,ȳᵢ))],  ρ_t = (1+m)/(t+m),
//
// P the projection onto the sign constraints. Where the lecture of Domokos (2016)
// prints this step with C/N for our 1/λ, C is meant: the gradient of one instance
// stands for the mean. With m = 1 the weighted average converges as O(1/(λt))
// (Lacoste-Julien, Schmidt & Bach 2012); on handwritten words m = 0, whose
// steps get half as long, came closer in 200 passes.
type stochastic struct {
	maxOracle
	iterate  // w
	order    *order
	lambda   float64
	rate     optim.Step // ρ
	t        int        // steps done
	supports []support
}

func newStochastic(o maxOracle, it iterate, order *order, lambda, shift float64) *stochastic {
	return &stochastic{
		maxOracle: o, iterate: it, order: order, lambda: lambda, rate: optim.Step{Scale: 1, Shift: shift},
		supports: supports(o.task, it.nonNeg),
	}
}

// extend starts at w. The number t of the step counts on, since ρ_1 = 1 would
// forget it.
func (s *stochastic) extend(t *sp.Task, limit int, w []float64) {
	s.maxOracle.extend(t, limit)
	s.restart(w)
	s.order.extend(len(t.Train))
	s.supports = supports(t, s.nonNeg)
}

func (s *stochastic) step() error {
	i := s.order.next()
	s.score(i, s.scale, s.v)
	if _, err := s.solve(i); err != nil {
		return err
	}
	s.t++
	rho := s.rate.At(s.t)
	if s.t > 1 { // w_1 = 0 needs no shrinking, and ρ_1 = 1 would leave no scale
		s.shrink(1 - rho)
	}
	x := &s.task.Train[i]
	a := rho * float64(len(s.task.Train)) * s.share(i) / (s.lambda * s.scale)
	s.task.Map.Add(s.delta, a, x, x.Gold)
	s.task.Map.Add(s.delta, -a, x, s.y)
	s.move(&s.supports[i])
	s.done()
	return nil
}

func (s *stochastic) checkpoint() sp.Checkpoint { return sp.Checkpoint{Params: s.params()} }
