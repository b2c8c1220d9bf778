package decode

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

var expectedLossKind = Kind{
	Name: "expected-loss",
	Doc: "the labels with the least expected train-loss under the marginals of mpm, for a loss that " +
		"is a sum over variables; of a structure the member with the least",
	Oracle: true,
	Sums:   true, Structures: true,
	new: func() Decoder { return &expectedLoss{} },
}

// expectedLoss breaks ties towards the smaller label. For the Hamming loss it is mpm.
type expectedLoss struct {
	modes
	gain []float64 // n×K: minus the expected loss of a label
}

func (d *expectedLoss) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	l, ok := h.Loss.(sp.NodeLoss)
	if !ok || l == (loss.Regret{}) {
		return fmt.Errorf("decode: expected-loss: the train-loss is no sum over variables, or of "+
			"unknown costs: %w", errors.ErrUnsupported)
	}
	s, err := d.sum(out, p, h)
	if err != nil {
		return err
	}
	d.gain = sp.Grow(d.gain, len(p.Node))
	l.Costs(d.gain, h.Instance, out.Marginal)
	for i := range d.gain {
		d.gain[i] = -d.gain[i]
	}
	return bestUnder(out.Labels, d.gain, p, s)
}
