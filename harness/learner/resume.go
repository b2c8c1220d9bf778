package learner

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// resumable is what of a Recorder makes a fit one that can be gone on with.
type resumable struct {
	save  func(state func() ([]byte, error)) error // of the task; nil: states are not wanted
	state func() ([]byte, error)
	parts []any
	steps int      // of the loop of steps under way
	from  *reading // the state to go on from, until the first step; nil: there is none
}

func (r *resumable) begin(t *sp.Task) {
	r.save, r.state = t.Save, r.bytes
	if t.Resume != nil {
		r.from = &reading{b: t.Resume}
		r.from.restore(&r.steps)
	}
}

// Resume makes parts, [Resumable]s or what their State may return, the state of the fit that is saved from time to
// time, behind the parts given before; one that was given before stays where it is. In a fit that goes on with a saved
// state, each part gets its saved value, at once, so that what there is to restore may depend on the parts before it.
// All that steps change, and what was found before the stage under way, must be among the parts: the same fit must
// give the same bits, whether it was cut or not. A fit of several stages restores which one it was in, and goes to the
// Steps of that: these go on with their number of steps.
func (r *Recorder) Resume(parts ...any) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("learner: resume: %w: %v", sp.ErrState, v)
		}
	}()
	for _, part := range parts {
		if slices.Contains(r.parts, part) {
			continue
		}
		r.parts = append(r.parts, part)
		if r.from == nil {
			continue
		}
		if r.from.restore(part); r.from.err != nil {
			return fmt.Errorf("learner: resume: %w: %w", sp.ErrState, r.from.err)
		}
	}
	return nil
}

// goOn ends the restoring and reports whether there was any.
func (r *resumable) goOn() (resumed bool, err error) {
	if r.from == nil {
		return false, nil
	}
	if n := len(r.from.b); n > 0 {
		return false, fmt.Errorf("learner: resume: %w: %d bytes of it are left", sp.ErrState, n)
	}
	r.from = nil
	return true, nil
}

// bytes returns the state.
func (r *resumable) bytes() (b []byte, err error) {
	if b, err = appendState(nil, &r.steps); err != nil {
		return nil, err
	}
	for _, part := range r.parts {
		if b, err = appendState(b, part); err != nil {
			return nil, err
		}
	}
	return b, nil
}
