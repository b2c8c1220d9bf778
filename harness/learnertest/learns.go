package learnertest

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/host"
	"github.com/spbench/spbench/harness/sp"
)

// learns is the check "learns": predictions for the labelled training instances, with hidden
// labels.
func (t *attempt) learns() (err error) {
	if len(t.decoders) == 0 {
		return skip("no decoder")
	}
	decoder := t.decoders[0]
	if slices.Contains(t.decoders, "map") {
		decoder = "map"
	}
	train := t.labelled()
	if err := t.show(hide(train)); err != nil {
		return err
	}
	defer func() {
		if failed := t.show(t.shown); err == nil {
			err = failed
		}
	}()
	indices := make([]int32, len(train))
	for i := range indices {
		indices[i] = int32(i)
	}
	preds, err := t.ask(t.l, t.first.last(), decoder, indices)
	if err != nil {
		return err
	}
	learned := 0.0
	for i := range train {
		learned += t.trainLoss.Value(&train[i], train[i].Gold,
			preds[i].Labels) / float64(len(train))
	}
	if constant, k := t.constant(train); !(learned < constant) {
		return fmt.Errorf("mean training loss %.4g of decoder %q, and %.4g of label %d "+
			"everywhere: nothing was learned",
			learned, decoder, constant, k)
	}
	return nil
}

// show makes set the test set.
func (t *attempt) show(set []sp.Instance) error {
	ctx, cancel := t.patient()
	defer cancel()
	return t.met(t.l.Load(ctx, host.Test, set))
}

// constant returns the smallest mean loss of predicting one label everywhere, and that label.
func (t *task) constant(train []sp.Instance) (least float64, label int32) {
	least = math.Inf(1)
	for k := range int32(train[0].K) {
		sum := 0.0
		for i := range train {
			x := &train[i]
			sum += t.trainLoss.Value(x, x.Gold,
				slices.Repeat([]int32{k}, x.N())) / float64(len(train))
		}
		if sum < least {
			least, label = sum, k
		}
	}
	return least, label
}
