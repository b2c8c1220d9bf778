package given

import (
	"context"
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// Given has the weights under which the score of label k of a variable is its feature k, and that of the labels k, l of an
// edge its feature k·K+l. It has no parameters and looks at no instance.
type Given struct{}

// Fit emits these weights. The error wraps errors.ErrUnsupported where the features cannot be scores.
func (*Given) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	if len(t.Train)+len(t.Partial) == 0 {
		return errors.New("given: no training instances")
	}
	w, err := weights(t.Map)
	if err != nil {
		return err
	}
	return learner.Steps(t, emit, 1, func() error { return learner.ErrConverged }, func() sp.Checkpoint {
		return sp.Checkpoint{Weights: w}
	})
}

// weights are 1 where a feature meets its own label, or pair of labels, and else 0.
func weights(m sp.FeatureMap) ([]float64, error) {
	linear, ok := m.(*feature.Linear)
	if !ok || linear.Pairs() != feature.PairsFull {
		return nil, fmt.Errorf("given: want features: {linear: {pairs: full}}, of which every pair of labels has a score: %w", errors.ErrUnsupported)
	}
	d := linear.Dims()
	kk := d.K * d.K
	switch {
	case d.Node != d.K || d.Edge != kk:
		return nil, fmt.Errorf("given: %d node and %d edge features for %d labels, want %d and %d, a score for each label and pair of labels: %w",
			d.Node, d.Edge, d.K, d.K, kk, errors.ErrUnsupported)
	case linear.Dim() != kk+kk*kk:
		return nil, fmt.Errorf("given: want features without a reference label: %w", errors.ErrUnsupported)
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
