package fit

import (
	"context"
	"encoding/json"

	"github.com/spbench/spbench/harness/internal/run/plan"
)

// Prepared is what a learner trains with.
type Prepared struct {
	Params    json.RawMessage // chosen by tuning, if there is any
	Instances plan.Instances  // standardised, if the dataset asks for it
}

// prepare tunes the parameters and standardises the instances if the dataset asks for it.
func (a *attempt) prepare(ctx context.Context) (p Prepared, err error) {
	p.Params = a.Learner.Args
	raw, err := a.Instances()
	if err != nil {
		return p, err
	}
	params, err := a.tune(ctx)
	if err != nil {
		return p, err
	}
	p.Params = params
	if p.Instances, err = raw.Prepared(a.Dataset); err != nil {
		return p, err
	}
	a.training = len(p.Instances.Train) + len(p.Instances.Partial)
	return p, nil
}
