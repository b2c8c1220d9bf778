package learner

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// resumable is the part of a Recorder that saves and restores the state of a fit.
type resumable struct {
	save  func(state func() ([]byte, error)) error // of the task; nil: no state is wanted
	state func() ([]byte, error)
	parts []any
	steps int      // of the current loop of steps
	from  *reading // the state to restore, until the first step; nil: none
}

func (r *resumable) begin(t *sp.Task) {
	r.save, r.state = t.Save, r.bytes
	if t.Resume != nil {
		r.from = &reading{b: t.Resume}
		r.from.restore(&r.steps)
	}
}

// Resume adds parts to the saved state of the fit, after the parts of earlier calls. A part is a
// [Resumable], or one of the pointers that its State may return. Adding a part twice has no effect.
//
// In a resumed fit, Resume restores each part at once, in order, so that later parts may depend on
// earlier ones.
//
// The parts must include everything that steps change, and all results of earlier stages: a fit
// must give the same bits whether it was interrupted or not. A fit of several stages restores the
// number of its stage and goes to the Steps of that stage, which continue with their number of
// steps.
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

// restored ends the restoring and reports whether there was any.
func (r *resumable) restored() (resumed bool, err error) {
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
