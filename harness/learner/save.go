package learner

import (
	"context"
	"fmt"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A saving sends the states of a fit. It also holds the harness's part of a state, which is not the
// learner's.
type saving struct {
	send  func(sp.Saved) error
	alarm *alarm

	unmetered bool // oracle calls bypassed the meter, in this process or an earlier one
	oversized bool // the learner was warned that its state is too large
}

// save is Task.Save.
func (r *run) save(state func() ([]byte, error)) error {
	if !r.saving.alarm.off.Load() {
		return nil
	}
	defer r.ledger.since(oracle.Answered())
	if r.failed == nil && r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if r.failed == nil {
		r.failed = r.sendState(state)
	}
	r.saving.alarm.reset()
	return r.failed
}

// sendState sends a state, unless it is too large.
func (r *run) sendState(state func() ([]byte, error)) error {
	own, err := state()
	var all []byte
	if err == nil {
		all, err = appendState(nil, r)
	}
	if err != nil {
		return fmt.Errorf("learner: save: %w", err)
	}
	if all = append(all, own...); len(all) > sp.MaxState {
		if !r.saving.oversized && r.warn != nil {
			r.warn(fmt.Sprintf("its state takes %d MB, more than the %d MB that can be saved: "+
				"interrupted, it begins anew", len(all)>>20, sp.MaxState>>20))
		}
		r.saving.oversized = true
		return nil
	}
	if err = r.saving.send(sp.Saved{State: all, Counts: r.counts}); err != nil {
		return fmt.Errorf("learner: save: %w", err)
	}
	return nil
}

// State returns the harness's part of a saved state: when the next checkpoint is due, and the facts
// behind the warnings at the end.
func (r *run) State() []any {
	r.saving.unmetered = r.saving.unmetered || r.ledger.others() > 0
	return []any{&r.next, &r.saving.unmetered, r.pool}
}

// resume restores s and returns the learner's part of its state.
func (r *run) resume(s *sp.Saved) ([]byte, error) {
	in := reading{b: s.State}
	in.restore(r)
	if in.err != nil {
		return nil, fmt.Errorf("learner: resume: %w: %w", sp.ErrState, in.err)
	}
	r.counts = s.Counts
	return append([]byte{}, in.b...), nil // not nil
}
