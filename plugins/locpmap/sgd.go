package locpmap

import (
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// stochastic minimises F by stochastic gradient descent, in a new random order for each pass.
func (r *run) stochastic() error {
	t := r.task
	o := &likelihood.Objective{Map: t.Map, Train: r.train, Lambda: r.Lambda, Encoder: r.joint,
		Term: likelihood.Visited{Term: r.term(), Visit: t.Visit}}
	s := o.SGD(r.Eta, r.Shift, r.Average, t.Seed)
	r.checkpoint = func() sp.Checkpoint {
		return sp.Checkpoint{Weights: s.Weights(), Values: s.Values()}
	}
	if err := r.Resume(s); err != nil {
		return err
	}
	return r.Steps(learner.Limit(r.Passes, len(r.train), t.Budget.Binds(sp.Counts{Visits: 1})),
		s.Next)
}
