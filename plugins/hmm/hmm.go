package hmm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// HMM is a hidden Markov model of words x and labels y,
//
//	P(x,y) = P(y₁)·Π_t P(y_t|y_{t−1})·Π_t P(x_t|y_t),
//
// fitted by relative frequencies: the maximum of the joint likelihood, but for smoothing (see
// model). With order 0 a word alone decides, P(y|x) = Π_t P(y_t|x_t): the maximum is the most
// frequent tag of each known word, if δ <= 1. Scores are logarithms of these probabilities, for all
// decoders. With order 1 they leave out P(x_t), the same for all labelings.
//
// Known labels of a partly labelled instance count. A transition counts if both of its labels are
// known. Everything counts with the weight aᵢ of its instance.
type HMM struct {
	Order     int     `json:"order" range:"[0,1]" help:"1: hidden Markov model; 0: most frequent tag"`
	Smoothing float64 `json:"smoothing" range:"[1e-6,1e6]" help:"δ, weight of less specific estimates"`
	Suffix    int     `json:"suffix" range:"[0,10]" help:"longest ending read in unknown words"`

	of *float64 // the weights that the model is of
	*model
}

// Fit counts once. Its weights are the counts (see counts).
func (h *HMM) Fit(_ context.Context, t *sp.Task, emit func(sp.Checkpoint) error) error {
	list := slices.Concat(t.Train, t.Partial)
	if len(list) == 0 {
		return errors.New("hmm: no training instances")
	}
	for i := range list {
		if err := h.check(&list[i]); err != nil {
			return err
		}
	}
	c := newCounts(list[0].K)
	return learner.Steps(t, emit, 1, func() error {
		all := newCounts(list[0].K)
		for i := range list {
			if err := t.Visit(); err != nil {
				return err
			}
			all.add(&list[i])
		}
		all.addEndings(h.Suffix)
		c = all
		return learner.ErrConverged
	}, func() sp.Checkpoint { return sp.Checkpoint{Weights: c.weights()} })
}

// check returns why an instance is none of the model.
func (h *HMM) check(x *sp.Instance) error {
	switch {
	case x.Texts == nil:
		return fmt.Errorf("hmm: the data have no words (texts): %w", errors.ErrUnsupported)
	case x.Structure != nil || x.Factors != nil:
		return fmt.Errorf("hmm: labels of structures and factors are no tags: %w",
			errors.ErrUnsupported)
	case h.Order == 1 && !x.IsChain():
		return fmt.Errorf("hmm: instance %q has no edges of a chain (order: 0 needs none): %w", x.ID,
			errors.ErrUnsupported)
	}
	return nil
}

// Potentials implements learner.Scorer. O(nK·(Suffix+log(words)) + K²).
func (h *HMM) Potentials(_ *sp.Task, p *sp.Potentials, weights []float64,
	x *sp.Instance) error {
	if err := h.check(x); err != nil {
		return err
	}
	if len(weights) == 0 || h.of != &weights[0] {
		m, err := newModel(weights, x.K, h.Smoothing, h.Suffix)
		if err != nil {
			return err
		}
		h.of, h.model = &weights[0], m
	}
	p.Resize(x, 0, x.K*x.K)
	for v, text := range x.Texts {
		scores := p.Node[v*x.K:][:x.K]
		h.word(scores, text)
		for k := range scores {
			scores[k] = math.Log(scores[k])
			if h.Order == 1 { // P(x|y) = P(y|x)·P(x)/P(y), of which P(x) is the same for all labels
				scores[k] -= math.Log(h.label[k])
			}
			if h.Order == 1 && v == 0 {
				scores[k] += h.first[k]
			}
		}
	}
	clear(p.Pair.Table)
	if h.Order == 1 {
		copy(p.Pair.Table, h.next)
	}
	return nil
}
