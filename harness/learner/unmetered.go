package learner

import (
	"errors"
	"sync/atomic"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A ledger separates the oracle calls through a fit's meter from all other calls of the process.
type ledger struct {
	begun int64        // calls of the process before the fit
	known atomic.Int64 // calls since then through the meter, or while a checkpoint was sent
}

func newLedger() *ledger { return &ledger{begun: oracle.Answered()} }

// since counts the calls of the process since their number was before.
func (l *ledger) since(before int64) { l.known.Add(oracle.Answered() - before) }

// others returns the number of calls that bypassed the meter.
func (l *ledger) others() int64 { return oracle.Answered() - l.begun - l.known.Load() }

// account counts a call as metered, given the number of calls before it. With other workers at the
// same time it counts one call, if it was answered.
func (m *meter) account(before int64, err error) {
	switch {
	case !m.worker:
		m.ledger.since(before)
	case !errors.Is(err, errors.ErrUnsupported):
		m.ledger.known.Add(1)
	}
}

// warnUnmetered warns if the learner uses solvers that the task did not give it.
func (r *run) warnUnmetered() {
	if r.alone && (r.saving.unmetered || r.ledger.others() > 0) && r.warn != nil {
		r.warn(sp.Unmetered +
			": it has solvers that are not the task's, whose calls are in no count and under no " +
			"budget")
	}
}
