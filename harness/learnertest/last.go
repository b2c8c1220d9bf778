package learnertest

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/sp"
)

// shortPasses is a budget that ends every learner in the middle of a pass.
const shortPasses = 1.5

// last is the check "last". Under a schedule without due checkpoints the only checkpoint is the
// last one. It must equal the last one of the same fit under a schedule with many. The check runs
// once with the task's budget, so that a learner may end by itself, and once with a budget too
// short for that, unless the learner refuses it before any work.
func (t *attempt) last() error {
	short := t.request()
	short.Budget = sp.Budget{Passes: shortPasses}
	short.Schedule = sp.Schedule{First: 1 / float64(len(t.train)), Factor: 1.05}
	sparse, dense := outcome{}, t.fit(t.l, short)
	refused := errors.Is(dense.err, host.ErrUnsupported) && dense.Counts == sp.Counts{} // a stage needs more
	if !refused {
		if err := t.short(&dense, "at every visit"); err != nil {
			return err
		}
		short.Schedule = sp.Schedule{}
		sparse = t.fit(t.l, short)
		if err := t.short(&sparse, "only at the end"); err != nil {
			return err
		}
		if err := unscheduled(&sparse, &dense, shortPasses); err != nil {
			return err
		}
	}
	long := t.request()
	long.Schedule = sp.Schedule{}
	if sparse = t.fit(t.l, long); sparse.err != nil {
		return fmt.Errorf("a fit without due checkpoints before the last: %w", sparse.err)
	}
	return unscheduled(&sparse, &t.first, t.passes)
}

// short returns an error if a fit under the budget of shortPasses is wrong.
func (t *attempt) short(o *outcome, when string) error {
	if o.err != nil {
		return fmt.Errorf("a fit with a budget of %v passes, and checkpoints wanted %s: %w; "+
			"when a solver returns sp.ErrBudget, emit the current state, as learner.Steps does",
			shortPasses, when, o.err)
	}
	if visits, limit := o.Counts.Visits, int64(shortPasses*float64(len(t.train))); visits > limit {
		return fmt.Errorf(
			"%d visits with a budget of %v passes, or %d visits: refuse visits beyond it", visits,
			shortPasses, limit)
	}
	return nil
}

// unscheduled returns an error if a fit without a schedule differs from one with a schedule. Both
// should have the same end.
func unscheduled(sparse, dense *outcome, passes float64) error {
	if sparse.Counts != dense.Counts {
		return fmt.Errorf(
			"with a budget of %v passes it counts %+v, but %+v if more checkpoints are due: "+
				"the schedule must change nothing", passes, sparse.Counts, dense.Counts)
	}
	if diff := apart(dense.last(), sparse.last()); diff != "" {
		return fmt.Errorf("with a budget of %v passes its last checkpoint differs if more "+
			"checkpoints are due, %s: "+
			"emit the final state once at the end, whatever ended the fit, as learner.Steps does",
			passes, diff)
	}
	return nil
}
