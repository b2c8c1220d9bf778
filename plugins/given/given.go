package given

import (
	"context"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Given sets weights directly: the score of label k of a variable is its feature k, and the score
// of labels k, l of an edge is the edge's feature k·K+l. It has no parameters and reads no
// instance.
type Given struct{}

// Fit emits these weights. If the features cannot be scores, the error wraps errors.ErrUnsupported.
func (*Given) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train)+len(t.Partial) == 0 {
		return errors.New("given: no training instances")
	}
	w, err := weights(t.Map)
	if err != nil {
		return err
	}
	return learner.Steps(t, emit, 1, func() error {
		return learner.ErrConverged
	}, func() sp.Checkpoint {
		return sp.Checkpoint{Weights: w}
	})
}

// weights returns 1 for each feature at its own label or label pair, else 0; of given scores, 1.
func weights(m sp.FeatureMap) ([]float64, error) {
	if given, ok := m.(feature.Given); ok && given.All() {
		return []float64{1, 1, 1}, nil
	}
	linear, ok := m.(*feature.Linear)
	if !ok || linear.Pairs() != feature.PairsFull {
		return nil, fmt.Errorf("given: want features: {scores: {pairs: given}}, or "+
			"{linear: {pairs: full}}, of which every pair of labels has a score: %w", errors.ErrUnsupported)
	}
	d := linear.Dims()
	kk := d.K * d.K
	switch {
	case d.Node != d.K || d.Edge != kk:
		return nil, fmt.Errorf("given: %d node and %d edge features for %d labels, want %d and "+
			"%d, a score for each label and pair of labels, or {scores: {pairs: given}}: %w",
			d.Node, d.Edge, d.K, d.K, kk, errors.ErrUnsupported)
	case linear.Dim() != kk+kk*kk:
		return nil, fmt.Errorf("given: want features without a reference label: %w",
			errors.ErrUnsupported)
	}
	w := make([]float64, linear.Dim())
	for k := range d.K {
		w[k*d.K+k] = 1
	}
	for pair := range kk {
		w[kk+pair*kk+pair] = 1
	}
	return w, nil
}
