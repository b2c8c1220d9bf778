package score

import (
	"context"
	"encoding/json"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// A Query is a learner process that predicts test instances.
type Query struct {
	predictor Predictor
	setting   wire.Setting
	weights   []float64
}

// NewQuery starts the learner of a fit and gives it test instance at, an index into
// [plan.Fit.Test], without labels. It predicts with the weights of the fit and with params, which
// tuning may have chosen. The caller closes the Query.
func NewQuery(
	ctx context.Context, f *plan.Fit, params json.RawMessage, weights []float64, at int,
) (*Query, error) {
	p, err := f.Instances()
	if err != nil {
		return nil, err
	}
	p.Test, p.Gold = p.Test[at:at+1], p.Gold[at:at+1]
	return newQuery(ctx, f, params, weights, p)
}

// newQuery is NewQuery for the test instances of p, which are not prepared yet.
func newQuery(
	ctx context.Context, f *plan.Fit, params json.RawMessage, weights []float64, p plan.Instances,
) (*Query, error) {
	p, err := p.Prepared(f.Dataset)
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
	if err := l.Load(ctx, host.Test, p.Labels.Apply(p.Test)); err != nil {
		l.Close()
		return nil, err
	}
	predictor := Predictor{
		Learner:   l,
		Instances: &p,
		Loaded:    true,
		Seed:      f.Seed.Split,
		Timeout:   context.WithCancel,
		Start:     start,
	}
	return &Query{predictor, f.Setting(&p, params), weights}, nil
}

// Predict predicts with a decoder, under its protocol. It also returns the instance with the labels
// that are not scored. The error wraps [host.ErrUnsupported] if the learner lacks the decoder.
func (q *Query) Predict(
	ctx context.Context, d *suite.Decoder,
) (*sp.Prediction, *sp.Instance, error) {
	preds, test, err := q.predictor.Predict(ctx, q.setting, q.weights, d)
	if err != nil {
		return nil, nil, err
	}
	return &preds[0], &test[0], nil
}

// Close ends the process.
func (q *Query) Close() error { return q.predictor.Learner.Close() }
