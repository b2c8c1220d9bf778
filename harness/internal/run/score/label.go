package score

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/sp"
)

// Label predicts new instances, without labels, by a row of a fit: with its decoder, its weights
// and its chosen parameters. The instances have the columns of the fit's dataset. They are prepared
// like the test set, by the training set of the fit: features that it lacks are dropped. A test
// instance gets the labels of the row. The error wraps [errors.ErrUnsupported] if the decoder is
// shown true labels.
func Label(
	ctx context.Context, f *plan.Fit, rec *record.Fit, row *record.Row, weights []float64,
	list []sp.Instance,
) (preds []sp.Prediction, err error) {
	at := slices.IndexFunc(
		f.Learner.Decoders, func(d suite.Decoder) bool { return d.Label == row.Label },
	)
	if at < 0 {
		return nil, fmt.Errorf("score: %s: the plan has no decoder %q", f, row.Label)
	}
	d := &f.Learner.Decoders[at]
	if d.Reveal != (suite.Reveal{}) {
		return nil, fmt.Errorf("score: decoder %s is shown true labels, and new instances "+
			"have none: %w", d.Label, errors.ErrUnsupported)
	}
	p, err := prepared(f, list)
	if err != nil {
		return nil, err
	}
	start := func(ctx context.Context) (*host.Learner, error) {
		return host.Open(ctx, f.Program.Source, host.Options{Sandbox: f.Plan.HostOn(f.Dataset).Sandbox})
	}
	l, err := start(ctx)
	if err != nil {
		return nil, err
	}
	names, err := p.Names(f)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	predictor := Predictor{Learner: l, Instances: &p, Names: names, Seed: f.Seed.Split,
		Timeout: context.WithCancel, Start: start}
	defer func() { err = errors.Join(err, predictor.Learner.Close()) }()
	setting := f.Setting(&p, rec.Params)
	for i := range list { // sentences may be longer than those of the dataset
		if list[i].Structure != nil {
			setting.K = max(setting.K, list[i].K)
		}
	}
	preds, _, err = predictor.Predict(ctx, setting, weights, d)
	return preds, err
}

// prepared returns the instances of a fit. Its test set is list.
func prepared(f *plan.Fit, list []sp.Instance) (p plan.Instances, err error) {
	if p, err = f.Instances(); err != nil {
		return p, err
	}
	p.Test, p.Gold = list, make([][]int32, len(list))
	for i := range list {
		p.Gold[i] = list[i].Gold
	}
	return p.Prepared(f.Dataset)
}

// WriteModel writes the scores of the only instance of list as a model, by a function of
// [uai.Models]. They are those of the feature map of a fit. With an encoder the error wraps
// [errors.ErrUnsupported].
func WriteModel(write func(io.Writer, *sp.Instance, *sp.Potentials) error, w io.Writer, f *plan.Fit,
	weights []float64, list []sp.Instance) error {
	p, err := prepared(f, list)
	if err != nil {
		return err
	}
	if len(list) != 1 {
		return fmt.Errorf("score: %s: a model is for one instance, here are %d", f, len(list))
	}
	if len(weights) != p.Map.Dim() || p.Labels != nil {
		return fmt.Errorf("score: %s: a model has scores by the weights of features alone, and its "+
			"training set has all labels: %w", f, errors.ErrUnsupported)
	}
	x, scores := &p.Test[0], sp.Potentials{}
	p.Map.Potentials(&scores, weights, x)
	scores.Forbid(x.Transitions)
	scores.Restrict(x)
	return write(w, x, &scores)
}
