package locpmap

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// stages learns the weights of the features without the network, then the network, then the weights
// of the features again (Bertasius et al. 2017, section 6.1). With Pairs "none" it starts with the
// network and feature weights of 0: the network minimises −Σ_d log p(y_d|x), each variable by
// itself. With "never" it stops there. It ends with sp.ErrLimit, since the network is trained for
// Epochs and not to convergence.
//
// A budget of visits reserves the Epochs. The first stage may spend half of the rest.
func (r *run) stages() error {
	spare, err := r.spare()
	if err != nil {
		return err
	}
	if r.Pairs == pairsLearned {
		switch err := r.batch(r.atMost(spare / 2 * len(r.train))); {
		case errors.Is(err, sp.ErrBudget): // a time budget, which cannot be reserved
			return errors.New("locpmap: the budget ended before the network's training, all that " +
				"is learned is weights of features; " +
				"allow more seconds, or choose pairs: none, which begins with the network")
		case err != nil && !errors.Is(err, sp.ErrLimit):
			return err
		}
	}
	if err := r.learnUnaries(); !errors.Is(err, sp.ErrLimit) || r.Pairs == pairsNever {
		return err
	}
	r.unaries.evaluate()
	if err := r.batch(r.task.Visit); err != nil {
		return err
	}
	return sp.ErrLimit // of the network's epochs
}

// spare returns the number of evaluations of F left by the budget of visits after the network's
// Epochs. If a stage would get none, the error wraps errors.ErrUnsupported, because the result
// would be a different model.
func (r *run) spare() (int, error) {
	limits, _ := r.task.Budget.Limits(r.task.N())
	n, stages := int64(len(r.train)), map[string]int64{pairsLearned: 2, pairsNone: 1,
		pairsNever: 0}[r.Pairs]
	left := limits.Visits/n - int64(r.Epochs)
	if left < stages {
		return 0, fmt.Errorf("locpmap: a budget of %d visits is too small for a network: %d "+
			"epochs of %d instances and %d evaluations of all take %d; "+
			"allow more, or choose fewer epochs: %w", limits.Visits, r.Epochs, n, stages,
			(int64(r.Epochs)+stages)*n, errors.ErrUnsupported)
	}
	return int(left), nil
}

// atMost returns a Task.Visit that ends a stage with sp.ErrLimit after the given number of visits.
func (r *run) atMost(visits int) func() error {
	return func() error {
		if visits == 0 {
			return sp.ErrLimit
		}
		visits--
		return r.task.Visit()
	}
}

// learnUnaries trains the network with fixed weights of the features and so fixed pair scores. It
// minimises the mean ℓ of batches. For blocks of one variable, the derivatives by the scores of a
// variable are p(k | the others, x) − 1{k is gold} (eq. 10). Eq. 8 and section 5 of the paper
// exponentiate potentials twice; here scores are log-potentials, as everywhere. It ends with
// sp.ErrLimit after Epochs.
func (r *run) learnUnaries() error {
	u, n := r.unaries, len(r.train)
	u.Initialise(r.task.Seed)
	training := &network.Training{Network: u.Network, Images: u.images, Momentum: momentum,
		Loss: func() network.Loss {
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
			return fmt.Errorf("locpmap: %w: ℓ is %v after %d of %d visits of the network; "+
				"choose a smaller rate than %v", sp.ErrDiverged, loss, total-left, total, r.Rate)
		}
		left, sum, visits = left-len(batch), sum+loss, visits+len(batch)
		return nil
	})
}
