package score

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/wire"
	"github.com/spbench/spbench/harness/sp"
)

// A Predictor asks a learner process for predictions. The process has loaded the training
// instances. It gets the test set with the first request, so that no fit can learn from its
// features. The process ends before rounds with revealed labels, and starts again after them. The
// caller closes it. Learners have the labels of the fit; predictions and test sets have those of the
// dataset.
type Predictor struct {
	Learner   *host.Learner
	Instances *plan.Instances
	Names     *sp.Names // see [plan.Instances.Names]
	Loaded    bool      // the process has loaded the test set
	Seed      uint64    // draws the revealed labels
	// LabelsOnly: learners may leave out marginals and atoms, often most of what they send.
	LabelsOnly bool
	Timeout    func(context.Context) (context.Context, context.CancelFunc)
	Start      func(context.Context) (*host.Learner, error) // another process; the caller closes it
	ended      bool                                         // Learner was closed
}

// Load loads instances into a learner process, within the time of one call.
func Load(
	ctx context.Context, l *host.Learner, set host.Set, list []sp.Instance,
	timeout func(context.Context) (context.Context, context.CancelFunc),
) error {
	ctx, cancel := timeout(ctx)
	defer cancel()
	return l.Load(ctx, set, list)
}

// Predict returns the predictions of a decoder for the whole test set, and the test set with the
// labels that are not scored.
func (p *Predictor) Predict(
	ctx context.Context, s wire.Setting, weights []float64, d *suite.Decoder,
) ([]sp.Prediction, []sp.Instance, error) {
	rounds, err := roundsOf(p.Instances, d.Reveal, p.Seed)
	if err != nil {
		return nil, nil, err
	}
	var all []sp.Prediction
	for i, shown := range rounds {
		preds, err := p.round(ctx, s, weights, d, shown)
		if err != nil {
			return nil, nil, err
		}
		if len(rounds) == 1 {
			all = preds
			break
		}
		if i == 0 {
			all = emptyPredictions(shown)
		}
		for j := range preds {
			merge(&all[j], &preds[j], &shown[j])
		}
	}
	return all, scoredSet(rounds, d.Reveal, p.Instances), nil
}

// round returns the predictions for one round. If the round shows labels, it starts a process of
// its own, since other rounds score these labels.
func (p *Predictor) round(
	ctx context.Context, s wire.Setting, weights []float64, d *suite.Decoder, shown []sp.Instance,
) (preds []sp.Prediction, err error) {
	if d.Reveal == (suite.Reveal{}) {
		if p.ended {
			l, err := p.Start(ctx)
			if err != nil {
				return nil, err
			}
			p.Learner, p.Loaded, p.ended = l, false, false
		}
		if !p.Loaded {
			p.Learner.SetNames(p.Names)
			test := p.Instances.Labels.Apply(shown)
			if err := Load(ctx, p.Learner, host.Test, test, p.Timeout); err != nil {
				return nil, err
			}
			p.Loaded = true
		}
		ctx, cancel := p.Timeout(ctx)
		defer cancel()
		return p.predictAll(ctx, p.Learner, s, weights, shown, d)
	}
	// The process that trained could tell one round what it sees of another.
	p.ended = true
	if err := Close(p.Learner, nil); err != nil {
		return nil, err
	}
	l, err := p.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = Close(l, err) }()
	ctx, cancel := p.Timeout(ctx)
	defer cancel()
	l.SetNames(p.Names)
	if err := l.Load(ctx, host.Test, p.Instances.Labels.Apply(shown)); err != nil {
		return nil, err
	}
	return p.predictAll(ctx, l, s, weights, shown, d)
}

// Close ends a learner whose last call returned err. It adds an error if the learner exceeded a
// limit while all calls went well. A crash was an error of a call already.
func Close(l *host.Learner, err error) error {
	closed := l.Close()
	switch {
	case !OverLimit(closed) || OverLimit(err):
		return err
	case err == nil:
		return closed
	}
	return fmt.Errorf("%w; %w", closed, err)
}

// OverLimit reports whether a learner exceeded a limit of memory or of processes.
func OverLimit(err error) bool {
	return errors.Is(err, host.ErrMemory) || errors.Is(err, host.ErrProcesses)
}

// predictAll returns predictions for all test instances. l has loaded them.
func (p *Predictor) predictAll(
	ctx context.Context, l *host.Learner, s wire.Setting, weights []float64, shown []sp.Instance,
	d *suite.Decoder,
) ([]sp.Prediction, error) {
	indices := make([]int32, len(shown))
	for i := range indices {
		indices[i] = int32(i)
	}
	preds, err := l.Predict(ctx, wire.PredictRequest{
		Setting: s, Weights: weights, Indices: indices,
		Decoder: sp.Spec{Name: d.Name, Args: d.Args}, LabelsOnly: p.LabelsOnly,
	})
	p.Instances.Labels.Restore(preds, shown)
	return preds, err
}

// emptyPredictions returns predictions without labels.
func emptyPredictions(list []sp.Instance) []sp.Prediction {
	all := make([]sp.Prediction, len(list))
	for i := range list {
		all[i].Labels = slices.Repeat([]int32{sp.Unknown}, list[i].N())
	}
	return all
}

// merge adds to a prediction what a round predicts for variables that were hidden for the first
// time. It drops atoms, which are whole labelings.
func merge(all, round *sp.Prediction, shown *sp.Instance) {
	n := shown.N()
	all.NotConverged = all.NotConverged || round.NotConverged
	if len(round.Marginal) > 0 {
		all.Marginal = sp.Grow(all.Marginal, n*shown.K)
	}
	for v, k := range shown.Gold {
		if k != sp.Unknown || all.Labels[v] != sp.Unknown {
			continue
		}
		all.Labels[v] = round.Labels[v]
		if len(round.Marginal) > 0 {
			copy(all.Marginal[v*shown.K:(v+1)*shown.K], round.Marginal[v*shown.K:])
		}
	}
}
