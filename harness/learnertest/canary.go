package learnertest

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
)

// canary is the check "canary". A learner never receives the labels to predict, unless it keeps
// labels from an earlier fit with the same instances as training data, as in cross-validation.
//
// The check shows the test instances and the partly labelled instances with random labels, new in
// each examination. After that the first fit must repeat, to the bit, in this process and in the
// next one.
func (t *attempt) canary() error {
	bait := slices.Clone(t.test)
	for i := range t.train {
		if !t.train[i].Labelled() {
			bait = append(bait, t.train[i])
		}
	}
	if err := t.fitOther(shuffled(random(), bait)); err != nil {
		return err
	}
	if err := t.unchanged(t.l, "process"); err != nil {
		return err
	}
	l, err := t.open(t.train, t.shown)
	if err != nil {
		return err
	}
	defer l.Close() // the call reports a crash
	return t.unchanged(l, "machine")
}

// unchanged returns an error if the first fit does not repeat.
func (t *attempt) unchanged(l *host.Learner, scope string) error {
	o := t.fit(l, t.request())
	if o.err != nil {
		return fmt.Errorf("the first fit again: %w", o.err)
	}
	const leak = "after a fit in the same %s with labels hidden now, %s: keep nothing from one " +
		"fit to the next"
	if diff := t.first.differs(&o); diff != "" {
		return fmt.Errorf(leak, scope, diff)
	}
	for _, decoder := range t.decoders {
		preds, err := t.ask(l, o.last(), decoder, t.indices())
		if err != nil {
			return fmt.Errorf("predictions %q again: %w", decoder, err)
		}
		if diff := unlike(t.preds[decoder], preds, t.shown); diff != "" {
			return fmt.Errorf(leak, scope, fmt.Sprintf("prediction %q of %s", decoder, diff))
		}
	}
	return nil
}

// random returns a seed unknown to learners from earlier examinations.
func random() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}
