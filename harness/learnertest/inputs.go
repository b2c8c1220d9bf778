package learnertest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/sp"
)

// inputs runs the check "inputs": a prediction depends only on the arguments of Predict. The check
// asks again in reverse order, one at a time, twice at once, after a fit to other labels, and in a
// process without a fit.
func (t *attempt) inputs() error {
	if len(t.decoders) == 0 {
		return skip("no decoder")
	}
	backward := t.indices()
	slices.Reverse(backward)
	if err := t.alike(t.l, "asked for in reverse order", backward); err != nil {
		return err
	}
	for _, i := range backward {
		if err := t.alike(t.l, "asked for alone, and then twice at once", []int32{i},
			[]int32{i, i}); err != nil {
			return err
		}
	}
	if err := t.fitOther(shuffled(1, t.train)); err != nil {
		return err
	}
	if err := t.alike(t.l, "asked for after another fit, with the weights of the first",
		t.indices()); err != nil {
		return err
	}
	l, err := t.open([]sp.Instance{}, t.shown)
	if err != nil {
		return err
	}
	defer l.Close() // the call reports a crash
	return t.alike(l, "asked for in a process without training set or fit", t.indices())
}

// alike asks for predictions again and returns an error if they differ from the earlier ones.
func (t *attempt) alike(l *host.Learner, how string, requests ...[]int32) error {
	for _, decoder := range t.decoders {
		for _, indices := range requests {
			var want []sp.Prediction
			var instances []sp.Instance
			for _, i := range indices {
				want = append(want, t.preds[decoder][i])
				instances = append(instances, t.shown[i])
			}
			preds, err := t.ask(l, t.first.last(), decoder, indices)
			if err != nil {
				return fmt.Errorf("predictions %q %s: %w", decoder, how, err)
			}
			if diff := unlike(want, preds, instances); diff != "" {
				return fmt.Errorf("predictions %q %s: %s; use nothing but the arguments of "+
					"Predict, and noise keyed by seed and instance",
					decoder, how, diff)
			}
		}
	}
	return nil
}

// fitOther fits other training data in the process of the first fit, with a fifth of the passes,
// because random labels may be hard to fit. It ignores errors returned by the learner. At the end
// it loads the task's data again.
func (t *attempt) fitOther(train []sp.Instance) error {
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
