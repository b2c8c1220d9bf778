package metric

import (
	"encoding/json"
	"errors"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// expected are the arguments of an expected loss.
type expected struct {
	Loss json.RawMessage `json:"loss" help:"any loss: NAME, or {NAME: {arguments}}; must be given"`
}

func (e *expected) complete(m *Metric, labels []string) error {
	name, args, err := e.spec()
	if err != nil {
		return err
	}
	l, err := loss.New(name, args)
	if err == nil && labels != nil {
		err = loss.Fits(l, len(labels))
	}
	if err != nil {
		return err
	}
	m.Percent = loss.Share(l)
	m.Doc += "; the loss: " + name
	m.Stat = expectedLoss(l, false)
	return nil
}

// spec reads the loss as in a suite.
func (e *expected) spec() (name string, args []byte, err error) {
	if json.Unmarshal(e.Loss, &name) == nil && name != "" {
		return name, nil, nil
	}
	var spec map[string]json.RawMessage
	if json.Unmarshal(e.Loss, &spec) == nil && len(spec) == 1 {
		for name, args := range spec {
			return name, args, nil
		}
	}
	return "", nil, errors.New("want {\"loss\": NAME} or {\"loss\": {NAME: {arguments}}}")
}

// expectedLoss returns the statistics of E[L(gold, ŷ)] under the predicted distribution: from the
// atoms of a randomised prediction, or from the marginals if L sums over variables. count says that
// L counts variables. Then the mean divides by their number.
func expectedLoss(l sp.Loss, count bool) func(*Case) (num, den float64) {
	return func(x *Case) (num, den float64) {
		nodes, sums := l.(sp.NodeLoss)
		switch {
		case x.n == 0 || l == (loss.Regret{}) && x.Costs == nil:
			return 0, 0
		case len(x.Atoms) > 0:
			for _, a := range x.Atoms {
				num += a.Weight * l.Value(x.Instance, x.known, a.Labels)
			}
		case sums && x.Marginal != nil:
			truth := *x.Instance
			truth.Gold = x.known
			cost := make([]float64, len(x.Marginal))
			nodes.Costs(cost, &truth, nil)
			for i, c := range cost {
				num += c * x.Marginal[i]
			}
		default:
			return 0, 0
		}
		if count {
			return num, float64(x.n)
		}
		return num, 1
	}
}
