package learnertest

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// shortPasses is a budget that ends every learner in the middle of a pass.
const shortPasses = 1.5

// last is the check of that name: under a schedule that asks for no checkpoint the
// only one is the last, and it must be that of the same fit with a schedule that asks
// for one all the time. Once with the task's budget, where a learner may end by
// itself, and once with one that leaves it no time to.
func (t *attempt) last() error {
	short := t.request()
	short.Budget = sp.Budget{Passes: shortPasses}
	short.Schedule = sp.Schedule{First: 1 / float64(len(t.train)), Factor: 1.05}
	dense := t.fit(t.l, short)
	if err := t.short(&dense, "at every visit"); err != nil {
		return err
	}
	short.Schedule = sp.Schedule{}
	sparse := t.fit(t.l, short)
	if err := t.short(&sparse, "only at the end"); err != nil {
		return err
	}
	if err := unscheduled(&sparse, &dense, shortPasses); err != nil {
		return err
	}
	long := t.request()
	long.Schedule = sp.Schedule{}
	if sparse = t.fit(t.l, long); sparse.err != nil {
		return fmt.Errorf("a fit that no checkpoint but the last is wanted of: %w", sparse.err)
	}
	return unscheduled(&sparse, &t.first, t.passes)
}

// short reports what is wrong with a fit under the budget of shortPasses.
func (t *attempt) short(o *outcome, when string) error {
	if o.err != nil {
		return fmt.Errorf("a fit with a budget of %v passes, and checkpoints wanted %s: %w; "+
			"emit what there is when a solver returns sp.ErrBudget, as learner.Steps does", shortPasses, when, o.err)
	}
	if visits, limit := o.Counts.Visits, int64(shortPasses*float64(len(t.train))); visits > limit {
		return fmt.Errorf("%d visits with a budget of %v passes, which is %d: refuse those beyond it", visits, shortPasses, limit)
	}
	return nil
}

// unscheduled reports how a fit without a schedule differs from one with, which
// should have the same end.
func unscheduled(sparse, dense *outcome, passes float64) error {
	if sparse.Counts != dense.Counts {
		return fmt.Errorf("with a budget of %v passes it counts %+v, and %+v where more checkpoints are wanted: "+
			"the schedule must change nothing", passes, sparse.Counts, dense.Counts)
	}
	if diff := apart(dense.last(), sparse.last()); diff != "" {
		return fmt.Errorf("with a budget of %v passes its last checkpoint is another where more checkpoints are wanted, %s: "+
			"emit the final state once at the end, whatever ended the fit, as learner.Steps does", passes, diff)
	}
	return nil
}
