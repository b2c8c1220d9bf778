package learner

import (
	"errors"
	"sync/atomic"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A ledger tells the oracle calls of a fit that go through its meter from all others of the process.
type ledger struct {
	begun int64        // calls of the process before the fit
	known atomic.Int64 // of those since, the ones through the meter, or while a checkpoint was handed over
}

func newLedger() *ledger { return &ledger{begun: oracle.Answered()} }

// since takes in the calls made since there were so many.
func (l *ledger) since(before int64) { l.known.Add(oracle.Answered() - before) }

// others returns the calls that are not accounted for.
func (l *ledger) others() int64 { return oracle.Answered() - l.begun - l.known.Load() }

// account takes in a call, before which there were so many. Beside others that work at the same time it is one, if it was
// answered.
func (m *meter) account(before int64, err error) {
	switch {
	case !m.worker:
		m.ledger.since(before)
	case !errors.Is(err, errors.ErrUnsupported):
		m.ledger.known.Add(1)
	}
}

// warnUnmetered says that the learner has solvers that the task did not give it.
func (r *run) warnUnmetered() {
	if r.alone && (r.saving.unmetered || r.ledger.others() > 0) && r.warn != nil {
		r.warn(sp.Unmetered + ": it has solvers that are not the task's, whose calls are in no count and under no budget")
	}
}
