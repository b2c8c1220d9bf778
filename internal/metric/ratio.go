package metric

import (
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// perInstance returns the statistics of a loss that is one number for an instance.
func perInstance(l sp.Loss) func(*sp.Instance, []int32, *sp.Prediction) (num, den float64) {
	return func(x *sp.Instance, gold []int32, p *sp.Prediction) (float64, float64) {
		ref, n := scored(x, gold)
		if n == 0 {
			return 0, 0
		}
		return l.Value(x, ref, p.Labels), 1
	}
}

func wrong(x *sp.Instance, gold []int32, p *sp.Prediction) (num, den float64) {
	ref, n := scored(x, gold)
	return loss.Hamming{}.Value(x, ref, p.Labels), float64(n)
}

const costArgs = `{"matrix": [[0,1],[1,0]], "mean": false}: costs by true and predicted label, summed over the variables or their mean`

// cost completes the metric of the loss of that name.
func cost(m *Metric, args []byte, labels []string) error {
	l, err := newLoss("cost", args, labels)
	if err == nil {
		m.Stat = perInstance(l)
	}
	return err
}

// newLoss returns the loss of that name, which must be one for the labels, if there
// are any.
func newLoss(name string, args []byte, labels []string) (sp.Loss, error) {
	l, err := loss.New(name, args)
	if err == nil && labels != nil {
		err = loss.Fits(l, len(labels))
	}
	return l, err
}
