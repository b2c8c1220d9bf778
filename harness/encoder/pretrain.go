package encoder

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/network"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// folds is the number of parts of the training data for scores out of fold.
const folds = 4

// pretrain trains the network as an independent classifier of all instances. For Frozen it sets
// the scores of each instance to those of a classifier that has not seen it; if there is only one
// instance, to those of the network.
func (f *Fit) pretrain(t *sp.Task) error {
	parts := min(folds, len(f.given))
	limits, _ := t.Budget.Limits(t.N())
	visits := int64(f.Pretraining) * int64(len(f.given))
	if f.Frozen {
		visits *= int64(parts) // without a part each, and all
	}
	if visits >= limits.Visits {
		return fmt.Errorf("encoder: a budget of %d visits ends before the learner's first step: the "+
			"independent classifier takes %d; allow more, or choose a pretraining below %d: %w",
			limits.Visits, visits, f.Pretraining, errors.ErrUnsupported)
	}
	for part := 0; f.Frozen && parts > 1 && part < parts; part++ {
		if err := f.classify(t, func(i int) bool { return i%parts != part }); err != nil {
			return err
		}
		f.evaluate(func(i int) bool { return i%parts == part })
	}
	if err := f.classify(t, func(int) bool { return true }); err != nil {
		return err
	}
	if f.Frozen && parts == 1 {
		f.evaluate(func(int) bool { return true })
	}
	return nil
}

// evaluate sets the scores of some instances to those of the network.
func (f *Fit) evaluate(of func(i int) bool) {
	var list []int
	var images []network.Image
	for i, image := range f.images {
		if of(i) {
			list, images = append(list, i), append(images, image)
		}
	}
	f.net.Each(images, func(i int, scores []float32) {
		i = list[i]
		copy(f.scores[f.start[i]:], f.pick(f.given[i], scores))
	})
}

// classify trains the network, from its first weights, on some instances: to minimise the cross
// entropy of single labels.
func (f *Fit) classify(t *sp.Task, of func(i int) bool) error {
	var list, batch []int
	for i := range f.given {
		if of(i) {
			list = append(list, i)
		}
	}
	f.net.Initialise(t.Seed)
	training := &network.Training{Network: f.net, Images: f.images, Adam: true,
		Loss: func() network.Loss { return &crossEntropy{Fit: f} }}
	defer training.Close()
	order := optim.NewOrder(len(list), optim.Reshuffled, t.Seed)
	total, size := f.Pretraining*len(list), 0
	for left := total; left > 0; left-- {
		if err := t.Visit(); errors.Is(err, sp.ErrBudget) { // of seconds
			return fmt.Errorf("encoder: the budget ended before the learner's first step, after %d of %d "+
				"visits of an independent classifier; allow more seconds, or choose a pretraining below "+
				"%d: %w", total-left, total, f.Pretraining, errors.ErrUnsupported)
		} else if err != nil {
			return err
		}
		i := list[order.Next()]
		batch, size = append(batch, i), size+f.given[i].N()
		if size < f.batch && left > 1 {
			continue
		}
		loss, err := training.Step(batch, f.Speed*float64(left)/float64(total))
		switch {
		case err != nil:
			return err
		case loss-loss != 0:
			return fmt.Errorf("encoder: %w: the cross entropy is %v after %d of %d visits of the "+
				"independent classifier; choose a smaller encoder_rate than %v", sp.ErrDiverged, loss,
				total-left, total, f.Speed)
		}
		batch, size = batch[:0], 0
	}
	return nil
}

// A crossEntropy is −Σ_d log p(gold_d) over the known labels of an instance.
type crossEntropy struct {
	*Fit
	row []float64
}

// Value implements network.Loss.
func (c *crossEntropy) Value(delta, scores []float32, i int) (sum float64, err error) {
	x := c.given[i]
	c.row = sp.Grow(c.row, x.K)
	clear(delta)
	for d, gold := range x.Gold {
		if gold == sp.Unknown {
			continue
		}
		at := c.pixel(x, d) * x.K
		for k, v := range scores[at:][:x.K] {
			c.row[k] = float64(v)
		}
		score := c.row[gold]
		sum += x.Weight * (elementary.Softmax(c.row) - score)
		c.row[gold]--
		for k, v := range c.row {
			delta[at+k] = float32(x.Weight * v)
		}
	}
	return sum, nil
}
