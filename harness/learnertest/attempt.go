package learnertest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// An attempt is the examination of a learner on one task. It has a method for each check, hence
// more than 25.
type attempt struct {
	*examination
	*task
	l        *host.Learner // the process of the first fit
	first    outcome
	decoders []string                   // those that the learner can give
	preds    map[string][]sp.Prediction // by decoder, of the first fit for the test set
	failed   map[string]bool            // by check
	doubts   []string                   // suspicious facts, of the current check
}

// An outcome is the result of one fit.
type outcome struct {
	points []sp.Stamped
	host.Fitted
	err error
}

func (o *outcome) last() []float64 { return o.points[len(o.points)-1].Weights }

// fit runs one fit to its end.
func (e *examination) fit(l *host.Learner, r wire.FitRequest) (o outcome) {
	ctx, cancel := e.patient()
	defer cancel()
	o.Fitted, o.err = l.Fit(ctx, r, func(c sp.Stamped) error {
		o.points = append(o.points, c)
		return nil
	})
	e.met(o.err)
	return o
}

// begin makes the first fit. Its error is a skip of the whole task.
func (t *attempt) begin() error {
	switch {
	case t.openErr != nil:
		return skip("it does not start")
	case t.hung:
		return skip("a call on a task before did not end")
	case t.ctx.Err() != nil:
		return skip("interrupted")
	}
	if t.l, t.first.err = t.open(t.train, t.shown); t.first.err != nil {
		return nil
	}
	t.first = t.fit(t.l, t.request())
	if errors.Is(t.first.err, host.ErrUnsupported) && len(t.first.points) == 0 {
		t.refused = append(t.refused, t.first.err)
		return skip("unsupported: " + reason(t.first.err))
	}
	if t.first.err == nil && t.usable == nil {
		t.usable = t.task
	}
	return nil
}

// restart starts a new process for the checks after a failed one. Its error is a skip of them all.
func (t *attempt) restart() error {
	t.end()
	if t.l = nil; t.first.err != nil {
		return nil // they need a fit
	}
	var err error
	if t.l, err = t.open(t.train, t.shown); err != nil {
		return skip("it does not come up again: " + err.Error())
	}
	return nil
}

func (t *attempt) end() {
	if t.l != nil {
		t.l.Close() // the failed call has reported a crash
	}
}

// reason returns the learner's own text in an error.
func reason(err error) string {
	text := err.Error()
	if _, after, ok := strings.Cut(text, "learner: fit: "); ok {
		text = after
	}
	return strings.TrimSuffix(text, ": "+errors.ErrUnsupported.Error())
}

// ends is the check "fit".
func (t *attempt) ends() error {
	err := t.first.err
	switch {
	case err == nil, errors.Is(err, wire.ErrCounts), errors.Is(err, wire.ErrBeyond),
		errors.Is(err, sp.ErrWidth), errors.Is(err, sp.ErrDiverged):
		return nil // other checks report these errors
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

// weights is the check "weights".
func (t *attempt) weights() error {
	if err := t.first.err; errors.Is(err, sp.ErrWidth) || errors.Is(err, sp.ErrDiverged) {
		return err
	}
	if t.first.err != nil {
		return skip("the fit failed")
	}
	return nil
}

// counts is the check "counts".
func (t *attempt) counts() error {
	f := &t.first
	switch {
	case errors.Is(f.err, wire.ErrCounts):
		return f.err
	case f.err != nil:
		return skip("the fit failed")
	}
	t.doubts = f.Doubts(1)
	return f.CheckWork()
}

// budget is the check "budget". The host compares all counts with the budget.
func (t *attempt) budget() error {
	switch err := t.first.err; {
	case errors.Is(err, wire.ErrBeyond):
		return fmt.Errorf("with a budget of %d visits: refuse visits beyond it (%w)",
			int64(t.passes*float64(len(t.train))), err)
	case err != nil:
		return skip("the fit failed")
	}
	return nil
}

// sign is the check "sign".
func (t *attempt) sign() error {
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

// predict is the check "predict". The host checks every prediction. Decoders unsupported on the
// task are left out from here on.
func (t *attempt) predict() error {
	t.preds = map[string][]sp.Prediction{}
	var why error
	for _, o := range t.about.Decoders {
		preds, err := t.ask(t.l, t.first.last(), o.Name, t.indices())
		switch {
		case errors.Is(err, host.ErrUnsupported):
			why = err
			continue
		case err != nil:
			return fmt.Errorf("decoder %q: %w", o.Name, err)
		}
		t.decoders = append(t.decoders, o.Name)
		t.preds[o.Name] = preds
	}
	if why != nil && len(t.decoders) == 0 {
		return skip("no decoder is supported: " + why.Error())
	}
	return nil
}

// ask returns predictions for test instances.
func (t *attempt) ask(l *host.Learner, weights []float64, decoder string,
	indices []int32) ([]sp.Prediction, error) {
	ctx, cancel := t.patient()
	defer cancel()
	preds, err := l.Predict(ctx, wire.PredictRequest{
		Setting: t.setting(), Weights: weights, Indices: indices, Decoder: sp.Spec{Name: decoder},
	})
	return preds, t.met(err)
}

// indices returns the indices of the test set.
func (t *attempt) indices() []int32 {
	all := make([]int32, len(t.shown))
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// observed is the check "observed".
func (t *attempt) observed() error {
	for _, decoder := range t.decoders {
		for i := range t.shown {
			p := &t.preds[decoder][i]
			labelings := [][]int32{p.Labels}
			for _, a := range p.Atoms {
				labelings = append(labelings, a.Labels)
			}
			for _, y := range labelings {
				d := slices.IndexFunc(t.shown[i].Gold,
					func(k int32) bool { return k != sp.Unknown })
				for ; d >= 0 && d < len(y); d++ {
					if k := t.shown[i].Gold[d]; k != sp.Unknown && y[d] != k {
						return fmt.Errorf("decoder %q has label %d at variable %d of %q, which "+
							"shows label %d: keep the labels in Gold",
							decoder, y[d], d, t.shown[i].ID, k)
					}
				}
			}
		}
	}
	return nil
}
