package examine

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/sp"
)

// shortPasses is a budget that ends every learner in the middle of a pass.
const shortPasses = 1.5

// keepLast is the remedy for a fit that loses its end.
const keepLast = "when a solver returns sp.ErrBudget, emit the current state, as learner.Steps does"

// last is the law "last". Under a schedule without due checkpoints the only checkpoint is the
// last one. It must equal the last one of the same fit under a schedule with many. With the task's
// budget a learner may end by itself. A second budget is too short for that. A learner may refuse
// it, before any work.
func (t *trial) last() error {
	short := t.request()
	short.Budget = sp.Budget{Passes: shortPasses}
	short.Schedule = sp.Schedule{First: 1 / float64(len(t.train)), Factor: 1.05}
	dense := t.fit(t.l, short)
	// a learner with a stage that needs more may refuse it
	if !errors.Is(dense.err, host.ErrUnsupported) || dense.Counts != (sp.Counts{}) {
		if dense.err != nil {
			return fmt.Errorf("a fit with a budget of %v passes, and checkpoints wanted at every "+
				"visit: %w; %s", shortPasses, dense.err, keepLast)
		}
		if err := t.unscheduled(&dense, short.Budget); err != nil {
			return err
		}
	}
	return t.unscheduled(&t.first, t.request().Budget)
}

// unscheduled returns an error if a fit without a schedule has another end than the same fit with
// one.
func (t *trial) unscheduled(dense *outcome, budget sp.Budget) error {
	r := t.request()
	r.Budget, r.Schedule = budget, sp.Schedule{}
	sparse := t.fit(t.l, r)
	if sparse.err != nil {
		return fmt.Errorf("a fit with a budget of %v passes, without due checkpoints before the "+
			"last: %w; %s", budget.Passes, sparse.err, keepLast)
	}
	end := func(o *outcome) []fact {
		return []fact{{"counts", o.Counts}, {"weights of the last checkpoint", o.last()}}
	}
	if diff := difference(end(dense), end(&sparse)); diff != "" {
		return fmt.Errorf("with a budget of %v passes the end of a fit differs if more checkpoints "+
			"are due: %s; the schedule must change nothing: emit the final state once at the end, "+
			"whatever ended the fit, as learner.Steps does", budget.Passes, diff)
	}
	return nil
}
