package partclamp

import (
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// spends returns the cost of every step, and the possible cost of tightening: nothing if a graph is
// a forest, and sweeps instead of a MAP call if its solver has no MAP.
func (r *run) spends() (certain, possible sp.Counts) {
	certain.Visits = 1
	switch r.Objective {
	case objectiveBound:
		certain.Conditional = 1
		if r.States > 0 {
			possible.Sweeps = 1
			if r.Clamp == clampMAP {
				possible.MAP = 1
			}
		}
	case objectiveComposite:
		certain.Conditional = 1
	case objectiveCD:
		certain.Sweeps = int64(r.K)
	}
	return certain, possible
}

// unlessIdle returns step with a limit: it ends after learner.DefaultPasses consecutive passes that
// spend nothing of the budget, since the budget would never end the fit.
func (r *run) unlessIdle(step func() error) func() error {
	limit := learner.DefaultPasses * len(r.task.Train)
	return func() error {
		if r.idle == limit {
			return sp.ErrLimit
		}
		r.tightener.spent = sp.Counts{}
		err := step()
		r.idle++
		if r.task.Budget.Binds(r.tightener.spent) {
			r.idle = 0
		}
		return err
	}
}
