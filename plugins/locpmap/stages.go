package main

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// stages learns the weights of the features without the network, then the network, then the weights of the features
// anew (Bertasius et al. 2017, section 6.1). With Pairs "none" the network comes first, with weights 0 of the features: it
// is trained by −Σ_d log p(y_d|x), each variable by itself. It ends with sp.ErrLimit, as the network is trained for Epochs
// and not until nothing is left to learn.
func (r *run) stages() error {
	if r.Pairs == pairsLearned {
		if err := r.batch(); err != nil && !errors.Is(err, sp.ErrLimit) {
			return err
		}
	}
	if err := r.learnUnaries(); !errors.Is(err, sp.ErrLimit) {
		return err
	}
	r.unaries.evaluate()
	if err := r.batch(); err != nil {
		return err
	}
	return sp.ErrLimit // of the network's epochs
}

// learnUnaries trains the network while the weights of the features, and with them the scores of pairs, stay as they are:
// by the mean ℓ of batches, whose derivatives by the scores of a variable are p(k | the others, x) − 1{k is gold} (eq. 10)
// for blocks of one variable. Eq. 8 and section 5 of the paper exponentiate potentials twice; here scores are
// log-potentials, as everywhere. It ends with sp.ErrLimit after Epochs.
func (r *run) learnUnaries() error {
	u, n := r.unaries, len(r.train)
	u.Initialise(r.task.Seed)
	training := &network.Training{Network: u.Network, Images: u.images, Momentum: r.Momentum, Loss: func() network.Loss {
		return &nodeLoss{unaries: u, m: r.task.Map, w: r.w, term: r.loss()}
	}}
	defer training.Close()
	variables := 0.0 // of an instance, by weight
	for i := range r.train {
		variables += r.train[i].Weight * float64(r.train[i].N()) / float64(n)
	}
	sum, visits := 0.0, 0 // of ℓ since the last checkpoint
	r.checkpoint = func() (at sp.Checkpoint) {
		at.Weights = r.w
		if visits > 0 {
			at.Values = map[string]float64{"loss-estimate": sum / float64(visits)}
		}
		sum, visits = 0, 0
		return at
	}
	order, batch := optim.NewOrder(n, optim.Reshuffled, r.task.Seed), make([]int, 0, r.Batch)
	total := r.Epochs * n
	left := total
	return r.Steps((total+r.Batch-1)/r.Batch, func() error {
		batch = batch[:0]
		for range min(r.Batch, left) {
			if err := r.task.Visit(); err != nil {
				return err
			}
			batch = append(batch, order.Next())
		}
		rate := r.Rate * float64(left) / float64(total) / (variables * float64(len(batch)))
		loss, err := training.Step(batch, rate)
		switch {
		case err != nil:
			return err
		case loss-loss != 0:
			return fmt.Errorf("locpmap: %w: ℓ is %v after %d of %d visits of the network; choose a smaller rate than %v", sp.ErrDiverged, loss, total-left, total, r.Rate)
		}
		left, sum, visits = left-len(batch), sum+loss, visits+len(batch)
		return nil
	})
}
