package examine

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/sp"
)

// repeat is the law "repeat".
func (t *trial) repeat() error {
	const hint = "take all randomness from Task.Seed, keep no state between fits, and sum in an " +
		"order that threads do not change"
	if err := t.again(t.l, "the same fit in the same process", hint); err != nil {
		return err
	}
	return t.elsewhere(2, t.train, func(l *host.Learner) error {
		return t.again(l, "the same fit in another process, which may use two threads", hint)
	})
}

// canary is the law "canary". A learner never receives the labels to predict, unless it keeps
// labels from an earlier fit with the same instances as training data, as in cross-validation.
//
// The check shows the test instances and the partly labelled instances with random labels, new in
// each examination. After that the first fit must repeat, to the bit, in this process and in the
// next one.
func (t *trial) canary() error {
	bait := slices.Clone(t.test)
	for i := range t.train {
		if !t.train[i].Labelled() {
			bait = append(bait, t.train[i])
		}
	}
	var seed [8]byte // unknown to learners from earlier examinations
	rand.Read(seed[:])
	if err := t.fitOther(shuffled(binary.LittleEndian.Uint64(seed[:]), bait)); err != nil {
		return err
	}

	unchanged := func(l *host.Learner, scope string) error {
		after := "after a fit in the same " + scope + " with labels hidden now"
		const hint = "keep nothing from one fit to the next"
		if err := t.again(l, "the first fit "+after, hint); err != nil {
			return err
		}
		return t.alike(l, after, hint, t.indices())
	}
	if err := unchanged(t.l, "process"); err != nil {
		return err
	}
	return t.elsewhere(1, t.train, func(l *host.Learner) error { return unchanged(l, "machine") })
}

// fitOther fits other training data in the process of the first fit, with a fifth of the passes,
// because random labels may be hard to fit. It ignores errors returned by the learner. At the end
// it loads the task's data again.
func (t *trial) fitOther(train []sp.Instance) error {
	if err := t.load(t.l, train, t.shown); err != nil {
		return err
	}
	r := t.request()
	r.Budget.Passes /= 5
	o := t.fit(t.l, r)
	if o.err != nil && !errors.Is(o.err, host.ErrFailed) && !errors.Is(o.err, host.ErrUnsupported) {
		return fmt.Errorf("a fit to random labels: %w", o.err)
	}
	return t.load(t.l, t.train, t.shown)
}
