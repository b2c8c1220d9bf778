package examine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// A trial is the examination of a learner on one task. It has a method for each law, hence more
// than 25.
type trial struct {
	*examination
	*task
	l        *host.Learner // the process of the first fit
	first    outcome
	decoders []string                   // those that the learner can give
	preds    map[string][]sp.Prediction // by decoder, of the first fit for the test set
	broken   map[string]bool            // by law
	doubts   []string                   // suspicious facts, of the current law
}

// begin makes the first fit. Its error is a skip of the whole task.
func (t *trial) begin() error {
	switch {
	case t.openErr != nil:
		return skip("it does not start")
	case t.hung:
		return skip("a call on a task before did not end")
	case t.ctx.Err() != nil:
		return skip("interrupted")
	}
	if t.l, t.first.err = t.open(1, t.train, t.shown); t.first.err != nil {
		return nil
	}
	t.first = t.fit(t.l, t.request())
	if len(t.first.points) == 0 && unsupported(t.first.err) != nil {
		t.refused = append(t.refused, t.first.err)
		return unsupported(t.first.err)
	}
	if t.first.err == nil && t.usable == nil {
		t.usable = t.task
	}
	return nil
}

// restart starts a new process for the laws after a broken one. Its error is a skip of them all.
func (t *trial) restart() (err error) {
	t.end()
	if t.l = nil; t.first.err != nil {
		return nil // they need a fit
	}
	if t.l, err = t.open(1, t.train, t.shown); err != nil {
		return skip("it does not come up again: " + err.Error())
	}
	return nil
}

func (t *trial) end() {
	if t.l != nil {
		t.l.Close() // the failed call has reported a crash
	}
}

// The next four laws divide the errors of the first fit among themselves.

// ends is the law "fit".
func (t *trial) ends() error {
	err := t.first.err
	switch {
	case err == nil, errors.Is(err, wire.ErrCounts), errors.Is(err, wire.ErrBeyond),
		errors.Is(err, sp.ErrWidth), errors.Is(err, sp.ErrDiverged):
		return nil
	case errors.Is(err, host.ErrUnsupported):
		return fmt.Errorf(
			"it refuses the task after %d checkpoints: refuse it before the first (%w)",
			len(t.first.points), err)
	case errors.Is(err, host.ErrTimeout):
		return fmt.Errorf("a fit with a budget of %v passes over %d small instances does not end: "+
			"return when a solver or Visit returns sp.ErrBudget (%w)", t.passes, len(t.train), err)
	}
	return err
}

// because returns the error of the first fit if it is of one of these kinds. Any other error is a
// skip.
func (t *trial) because(kinds ...error) error {
	err := t.first.err
	if err == nil || slices.ContainsFunc(kinds, func(k error) bool { return errors.Is(err, k) }) {
		return err
	}
	return skip("the fit failed")
}

// weights is the law "weights".
func (t *trial) weights() error { return t.because(sp.ErrWidth, sp.ErrDiverged) }

// counts is the law "counts".
func (t *trial) counts() error {
	if err := t.because(wire.ErrCounts); err != nil {
		return err
	}
	t.doubts = t.first.Doubts(1)
	return t.first.CheckWork()
}

// budget is the law "budget". The host compares all counts with the budget.
func (t *trial) budget() error {
	err := t.because(wire.ErrBeyond)
	if errors.Is(err, wire.ErrBeyond) {
		return fmt.Errorf("with a budget of %d visits: refuse visits beyond it (%w)",
			int64(t.passes*float64(len(t.train))), err)
	}
	return err
}

// sign is the law "sign".
func (t *trial) sign() error {
	for i, c := range t.first.points {
		if len(c.Weights) != t.fmap.Dim() {
			return skip("the weights are not the weights of the feature map")
		}
		for _, at := range t.fmap.NonNegative() {
			if c.Weights[at] < 0 {
				return fmt.Errorf("weight %d is %v in checkpoint %d, but must not be negative: "+
					"project on FeatureMap.NonNegative",
					at, c.Weights[at], i+1)
			}
		}
	}
	return nil
}

// again makes the first fit again and returns an error if it differs. what names the fit, and hint
// the remedy.
func (t *trial) again(l *host.Learner, what, hint string) error {
	o := t.fit(l, t.request())
	return t.asBefore(&o, what, hint)
}

// asBefore returns an error if a repeated fit failed or differs from the first one.
func (t *trial) asBefore(o *outcome, what, hint string) error {
	if o.err != nil {
		return fmt.Errorf("%s: %w", what, o.err)
	}
	if diff := difference(t.first.facts(), o.facts()); diff != "" {
		return fmt.Errorf("%s differs: %s; %s", what, diff, hint)
	}
	return nil
}

// elsewhere runs a check with a process of its own, which has this data and number of threads.
func (t *trial) elsewhere(threads int, train []sp.Instance, check func(*host.Learner) error) error {
	l, err := t.open(threads, train, t.shown)
	if err != nil {
		return err
	}
	defer l.Close() // the calls report a crash
	return check(l)
}
