package examine

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// predict is the law "predict". The host checks every prediction. Decoders unsupported on the task
// are left out from here on.
func (t *trial) predict() error {
	t.preds = map[string][]sp.Prediction{}
	var why error
	for _, o := range t.about.Decoders {
		preds, err := t.ask(t.l, o.Name, t.indices())
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

// ask returns predictions for test instances from the weights of the first fit.
func (t *trial) ask(l *host.Learner, decoder string, indices []int32) ([]sp.Prediction, error) {
	ctx, cancel := t.patient()
	defer cancel()
	preds, err := l.Predict(ctx, wire.PredictRequest{
		Setting: t.setting(), Weights: t.first.last(), Indices: indices,
		Decoder: sp.Spec{Name: decoder},
	})
	return preds, t.met(err)
}

// indices returns the indices of the test set.
func (t *trial) indices() []int32 { return upTo(len(t.shown)) }

func upTo(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// observed is the law "observed".
func (t *trial) observed() error {
	for _, decoder := range t.decoders {
		for i := range t.shown {
			p := &t.preds[decoder][i]
			labelings := [][]int32{p.Labels}
			for _, a := range p.Atoms {
				labelings = append(labelings, a.Labels)
			}
			for d, k := range t.shown[i].Gold {
				for _, y := range labelings {
					if k != sp.Unknown && y[d] != k {
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

// learns is the law "learns": predictions for the labelled training instances, with hidden labels.
func (t *trial) learns() (err error) {
	if len(t.decoders) == 0 {
		return skip("no decoder")
	}
	decoder := t.decoders[0]
	if slices.Contains(t.decoders, "map") {
		decoder = "map"
	}
	train := t.labelled()
	if err := t.load(t.l, nil, hide(train)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.load(t.l, nil, t.shown)) }()
	preds, err := t.ask(t.l, decoder, upTo(len(train)))
	if err != nil {
		return err
	}
	learned := t.meanLoss(train, func(i int) []int32 { return preds[i].Labels })
	if constant, k := t.constant(train); !(learned < constant) {
		return fmt.Errorf("mean training loss %.4g of decoder %q, and %.4g of label %d "+
			"everywhere: nothing was learned",
			learned, decoder, constant, k)
	}
	return nil
}

// meanLoss returns the mean loss of labelings, by instance.
func (t *task) meanLoss(train []sp.Instance, labels func(i int) []int32) (mean float64) {
	for i := range train {
		mean += t.trainLoss.Value(&train[i], train[i].Gold, labels(i)) / float64(len(train))
	}
	return mean
}

// constant returns the smallest mean loss of predicting one label everywhere, and that label.
func (t *task) constant(train []sp.Instance) (least float64, label int32) {
	least = math.Inf(1)
	for k := range int32(train[0].K) {
		loss := t.meanLoss(train,
			func(i int) []int32 { return slices.Repeat([]int32{k}, train[i].N()) })
		if loss < least {
			least, label = loss, k
		}
	}
	return least, label
}

// inputs is the law "inputs": a prediction depends only on the arguments of Predict. The check asks
// again in reverse order, one at a time, twice at once, after a fit to other labels, and in a
// process without a fit.
func (t *trial) inputs() error {
	if len(t.decoders) == 0 {
		return skip("no decoder")
	}
	const hint = "use nothing but the arguments of Predict, and noise keyed by seed and instance"
	backward := t.indices()
	slices.Reverse(backward)
	if err := t.alike(t.l, "asked for in reverse order", hint, backward); err != nil {
		return err
	}
	for _, i := range backward {
		if err := t.alike(t.l, "asked for alone, and then twice at once", hint, []int32{i},
			[]int32{i, i}); err != nil {
			return err
		}
	}
	if err := t.fitOther(shuffled(1, t.train)); err != nil {
		return err
	}
	if err := t.alike(t.l, "asked for after another fit, with the weights of the first", hint,
		t.indices()); err != nil {
		return err
	}
	return t.elsewhere(1, []sp.Instance{}, func(l *host.Learner) error {
		return t.alike(l, "asked for in a process without training set or fit", hint, t.indices())
	})
}

// alike asks for predictions again and returns an error if they differ from the earlier ones. how
// names the circumstances, and hint the remedy.
func (t *trial) alike(l *host.Learner, how, hint string, requests ...[]int32) error {
	for _, decoder := range t.decoders {
		for _, indices := range requests {
			var before []sp.Prediction
			var instances []sp.Instance
			for _, i := range indices {
				before = append(before, t.preds[decoder][i])
				instances = append(instances, t.shown[i])
			}
			now, err := t.ask(l, decoder, indices)
			if err != nil {
				return fmt.Errorf("predictions %q %s: %w", decoder, how, err)
			}
			if diff := difference(forecasts(before, instances), forecasts(now, instances)); diff != "" {
				return fmt.Errorf("predictions %q %s: %s; %s", decoder, how, diff, hint)
			}
		}
	}
	return nil
}
