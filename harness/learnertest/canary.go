package learnertest

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
)

// canary is the check of that name. Labels that are to be predicted reach no
// learner, unless it keeps what it saw when the same instances were training data
// of another fit, as in cross-validation. So it is shown the test instances, and
// the partly labelled ones, with labels drawn anew at each examination; after that
// the first fit must repeat, to the bit, in this process and in the next one.
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
	defer l.Close() // a crash is met by the call
	return t.unchanged(l, "machine")
}

// unchanged reports a first fit that does not repeat.
func (t *attempt) unchanged(l *host.Learner, scope string) error {
	o := t.fit(l, t.request())
	if o.err != nil {
		return fmt.Errorf("the first fit again: %w", o.err)
	}
	const leak = "after a fit in the same %s that saw labels which are hidden now, %s: keep nothing from one fit to the next"
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

// random returns a seed that no learner knows from an examination before.
func random() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}
