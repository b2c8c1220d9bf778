package locpmap

import (
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// stochastic minimises F by stochastic gradient descent, in a new random order for each pass.
func (r *run) stochastic() error {
	t, s := r.task, r.newSGD()
	r.checkpoint = func() sp.Checkpoint {
		at := sp.Checkpoint{Weights: s.Weights()}
		if loss, ok := s.Loss(); ok {
			at.Values = map[string]float64{"loss-estimate": loss}
		}
		return at
	}
	r.Watch(func() map[string]float64 {
		loss, _ := s.LossSoFar() // NaN is not shown
		return map[string]float64{"loss-estimate": loss}
	})
	if err := r.Resume(s); err != nil {
		return err
	}
	return r.Steps(learner.Limit(r.Passes, len(r.train), t.Budget.Binds(sp.Counts{Visits: 1})),
		s.Next)
}

func (r *run) newSGD() *optim.SGD {
	t := r.task
	o := &likelihood.Objective{Map: t.Map, Train: r.train, Lambda: r.Lambda, Term: r.term(),
		Encoder: r.joint}
	eta := r.Eta
	if eta == 0 {
		eta = 1 / r.Lambda
	}
	s := &optim.SGD{
		Iterate: optim.NewIterate(t.Map.Dim(), t.Map.NonNegative(), nil), Lambda: r.Lambda,
		Sizes: optim.Step{Scale: eta / (1 + r.Shift), Shift: r.Shift},
		Order: optim.NewOrder(len(r.train), optim.Reshuffled, t.Seed), Weight: o.Shares(),
		Gradient: func(dst, v []float64, scale float64, i int) (float64, error) {
			if err := t.Visit(); err != nil {
				return 0, err
			}
			return o.Add(dst, 1, v, scale, &r.train[i])
		},
		Touched: func(ranges []int32, i int) []int32 { return t.Map.Support(ranges, &r.train[i]) },
	}
	if r.Eta == 0 {
		s.Distance = new(optim.Distance)
	}
	if r.Average {
		s.Average = optim.NewAverage(t.Map.Dim(), optim.Linear)
	}
	return s
}
