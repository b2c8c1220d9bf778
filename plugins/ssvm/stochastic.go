package ssvm

import (
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A stochastic is stochastic subgradient descent on F (Nowozin & Lampert 2010; without structure
// Shalev-Shwartz et al. 2011), with the step sizes of subgradient: for instance i of n,
//
//	w_{t+1} = P[(1 − ρ_t)·w_t + ρ_t·n·aᵢ/(λΣa)·(φ(xᵢ,yᵢ) − φ(xᵢ,ȳᵢ))],  ρ_t = (1+m)/(t+m),
//
// with P the projection onto the sign constraints. The lecture of Domokos (2016) prints this step
// with C/N for our 1/λ and means C: the gradient of one instance estimates the mean. With m = 1 the
// weighted average converges as O(1/(λt)) (Lacoste-Julien, Schmidt & Bach 2012). On handwritten
// words m = 0, with steps half as long, came closer in 200 passes.
type stochastic struct {
	maxOracle
	optim.Iterate // w
	order         *optim.Order
	lambda        float64
	rate          optim.Step // ρ
	t             int        // steps done
	supports      []optim.Support
}

func newStochastic(o maxOracle, it optim.Iterate, order *optim.Order, lambda,
	shift float64) *stochastic {
	return &stochastic{
		maxOracle: o, Iterate: it, order: order, lambda: lambda,
		rate:     optim.Step{Scale: 1, Shift: shift},
		supports: o.supports(it.NonNegative),
	}
}

// extend starts at w. The number t of the step counts on, since ρ_1 = 1 would
// forget it.
func (s *stochastic) extend(t *sp.Task, limit int, w []float64) {
	s.maxOracle.extend(t, limit)
	s.Restart(w)
	s.order.Extend(len(t.Train))
	s.supports = s.maxOracle.supports(s.NonNegative)
}

// State implements learner.Resumable.
func (s *stochastic) State() []any { return []any{&s.Iterate, s.order, &s.calls, &s.t} }

func (s *stochastic) step() error {
	i := s.order.Next()
	s.score(i, s.Scale, s.V)
	if _, err := s.solve(i); err != nil {
		return err
	}
	x := &s.task.Train[i]
	s.encoder.LearnLabels(x, s.y, x.Gold, s.V, s.Scale)
	s.t++
	rho := s.rate.At(s.t)
	if s.t > 1 { // w_1 = 0 needs no shrinking, and ρ_1 = 1 would leave no scale
		s.Shrink(1 - rho)
	}
	a := rho * float64(len(s.task.Train)) * s.share(i) / (s.lambda * s.Scale)
	s.task.Map.AddDifferences(s.Delta, x, one, x.Gold, s.y)
	s.Move(&s.supports[i], a)
	s.Step()
	s.encoder.Step()
	return nil
}

func (s *stochastic) checkpoint() sp.Checkpoint { return sp.Checkpoint{Weights: s.Weights()} }
