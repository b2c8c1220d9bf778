package fit

import "context"

// prepare tunes the parameters and standardises the instances if the dataset asks for it.
func (a *attempt) prepare(ctx context.Context) error {
	raw, err := a.Instances()
	if err != nil {
		return err
	}
	params, err := a.tune(ctx)
	if err != nil {
		return err
	}
	a.rec.Params = params
	a.instances, err = raw.Prepared(a.Dataset)
	return err
}
