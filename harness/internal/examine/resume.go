package examine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// atEveryStep is a time between two states, in seconds, shorter than any step.
const atEveryStep = 1e-9

// resume is the law "resume". For each resumable setting, and its variants, it interrupts a fit
// again and again. The resumed fit must equal the uninterrupted one.
func (t *trial) resume() error {
	settings, err := t.declared("is resumable", t.about.Resumable)
	if err != nil {
		return err
	}
	if settings == nil {
		return skip("it declares no resumable fits")
	}
	if t.task == t.usable && !t.Plain { // on one task only: there may be many
		for _, set := range slices.Clone(settings) {
			settings = append(settings, t.variants(set)...)
		}
	}
	for _, set := range settings {
		if err := t.resumeWith(set); err != nil && len(set) > 0 {
			return fmt.Errorf("with %s: %w", set.json(), err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// resumeWith is resume with one setting.
func (t *trial) resumeWith(set setting) error {
	r := t.request()
	// cuts lie within passes, at different places
	r.Params, r.Schedule = set.json(), sp.Schedule{First: 0.4, Factor: 1.7}
	r.Budget.Passes /= 2
	whole := t.fit(t.l, r)
	// some choices exclude each other
	if errors.Is(whole.err, host.ErrUnsupported) || errors.Is(whole.err, sp.ErrParams) {
		return nil
	}
	if whole.err != nil {
		return whole.err
	}
	cut, last, err := t.pieces(r)
	switch {
	case err != nil:
		return fmt.Errorf("a resumed fit: %w", err)
	case last == nil:
		return errors.New("it declares its fits resumable, but saves no state: " +
			"pass the state to Recorder.Resume")
	}
	all := func(o *outcome) []fact {
		return append(o.facts(), fact{"end", o.End}, fact{"warnings", o.Warnings},
			fact{"dual variables", o.Dual})
	}
	if diff := difference(all(&whole), all(cut)); diff != "" {
		return fmt.Errorf("a resumed fit differs from one in one piece, %s: save everything that "+
			"steps change: the place in the order "+
			"of instances, random numbers, averages and the rest of a stage", diff)
	}
	return t.damaged(r, last, &whole)
}

// damaged checks that half of a state is refused, or gives the fit of the whole state.
func (t *trial) damaged(r wire.FitRequest, s *sp.Saved, whole *outcome) error {
	half := *s
	half.State = s.State[:len(s.State)/2]
	r.Resume = &half
	is := t.fit(t.l, r)
	switch {
	case errors.Is(is.err, sp.ErrState):
		return nil
	case is.err != nil:
		return fmt.Errorf("given half of its state it fails without sp.ErrState, so that the "+
			"fit is not started again: %w", is.err)
	}
	if diff := difference(whole.facts(), is.facts()); diff != "" {
		return fmt.Errorf("given half of its state it continues with a different fit, %s: "+
			"refuse an incomplete state with sp.ErrState", diff)
	}
	return nil
}

// mostPieces is more than the number of pieces of any fit that makes progress.
const mostPieces = 50

// errCut ends a fit from outside.
var errCut = errors.New("cut short")

// pieces makes a fit in pieces, the first in a process of its own. It returns their common outcome
// and the last state.
func (t *trial) pieces(r wire.FitRequest) (o *outcome, last *sp.Saved, err error) {
	o = &outcome{}
	r.SaveSeconds = atEveryStep
	l, err := t.open(1, t.train, t.shown)
	for piece := 0; err == nil; piece++ {
		var state *sp.Saved
		state, err = t.piece(l, r, o, piece%2 == 1)
		if state != nil {
			last = state
		}
		switch {
		case !errors.Is(err, errCut):
			l.Close() // the fit reports a crash
			return o, last, err
		case piece == mostPieces:
			l.Close()
			return o, last, fmt.Errorf("it has not ended after %d pieces: it does not resume at "+
				"its state", piece)
		}
		r.Resume, err = last, nil
		if piece == 0 {
			l.Close()
			l, err = t.open(1, t.train, t.shown)
		}
	}
	return o, last, err
}

// piece continues the fit of o up to the next checkpoint after a state. This checkpoint is lost, as
// in a crash. The fit resumes at the state right before it, if late, else at the first state: in
// the midst of a pass.
func (t *trial) piece(l *host.Learner, r wire.FitRequest, o *outcome, late bool) (state *sp.Saved,
	err error) {
	ctx, cancel := t.patient()
	defer cancel()
	o.Fitted, err = l.FitWith(ctx, r, host.Listener{
		Checkpoint: func(c sp.Stamped) error {
			if state != nil {
				return errCut
			}
			o.points = append(o.points, c)
			return nil
		},
		Saved: func(s sp.Saved) error {
			if late || state == nil {
				state = &s
			}
			return nil
		},
	})
	return state, t.met(err)
}
