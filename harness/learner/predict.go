package learner

import (
	"context"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/wire"
)

// A Forecast predicts from the params of a fit: the shared decoders through the
// task's feature map or the learner's [Scorer], its own outputs by the learner's
// [Predictor]. It keeps solvers and buffers and is not for concurrent use.
type Forecast struct {
	l    Learner
	own  []Output
	task *sp.Task
	pool *oracle.Pool
	p    sp.Potentials
}

// NewForecast returns a forecast with learner l, whose own outputs are own. Noise
// is keyed by seed and instance ID, whatever the order of predictions.
func NewForecast(l Learner, own []Output, m sp.FeatureMap, loss sp.Loss, seed uint64) *Forecast {
	f := &Forecast{l: l, own: own, pool: oracle.NewPool(m, nil)}
	free := func() error { return nil }
	f.task = &sp.Task{
		Map: m, Loss: loss, Seed: seed,
		Solver: f.pool.Get, Visit: free, Sweep: free, Due: func() bool { return false },
	}
	return f
}

// Predict returns the output for x. Labels that x reveals hold. An output that
// is neither shared nor the learner's own is an error that wraps wire.ErrParams.
func (f *Forecast) Predict(ctx context.Context, params []float64, x *sp.Instance, output wire.Spec) (out sp.Prediction, err error) {
	named := func(o Output) bool { return o.Name == output.Name }
	switch {
	case slices.ContainsFunc(f.own, named):
		predictor, ok := f.l.(Predictor)
		if !ok {
			return out, fmt.Errorf("learner: output %q is declared, but %T is no Predictor", output.Name, f.l)
		}
		out, err = predictor.Predict(ctx, f.task, params, x, output.Name)
	case slices.ContainsFunc(oracle.Outputs(), func(o oracle.Output) bool { return o.Name == output.Name }):
		err = f.decode(&out, params, x, output)
	default:
		var names []string
		for _, o := range outputs(f.own) {
			names = append(names, o.Name)
		}
		return out, fmt.Errorf("learner: %w: %w", wire.ErrParams, param.Unknown("output", output.Name, names))
	}
	if err != nil {
		return out, fmt.Errorf("learner: output %q for instance %q: %w", output.Name, x.ID, err)
	}
	return out, nil
}

// decode runs a shared decoder on the learner's potentials.
func (f *Forecast) decode(out *sp.Prediction, params []float64, x *sp.Instance, output wire.Spec) error {
	if err := f.potentials(params, x); err != nil {
		return err
	}
	f.p.Restrict(x)
	s, err := f.pool.Under(x, &f.p)
	if err != nil {
		return err
	}
	return oracle.Decode(out, output.Name, output.Args, s, &f.p, perturb.NewKey(f.task.Seed, x.ID))
}

func (f *Forecast) potentials(params []float64, x *sp.Instance) error {
	if scorer, ok := f.l.(Scorer); ok {
		return scorer.Potentials(&f.p, params, x)
	}
	if dim := f.task.Map.Dim(); len(params) != dim {
		return fmt.Errorf("%w: %d params for a feature map with %d weights; a learner with params of its own must be a Scorer", wire.ErrProtocol, len(params), dim)
	}
	f.task.Map.Potentials(&f.p, params, x)
	return nil
}

// outputs returns all that can be asked for: the shared ones, then own.
func outputs(own []Output) []Output {
	var all []Output
	for _, o := range oracle.Outputs() {
		all = append(all, Output{Name: o.Name, Doc: o.Doc})
	}
	return append(all, own...)
}
