package serve

import (
	"context"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/param"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A Forecast predicts from the weights of a fit. Shared decoders use the task's feature map or the
// learner's own potentials ([learner.Scorer]). A [learner.Predictor] runs its own decoders.
//
// A Forecast keeps solvers and buffers, and is not for concurrent use.
type Forecast struct {
	l    learner.Learner
	own  []learner.Decoder
	task *sp.Task
	pool *oracle.Pool
	p    sp.Potentials

	decoder decode.Decoder
	of      string       // name and arguments of decoder
	x       *sp.Instance // to be decoded
}

// NewForecast returns a forecast with learner l and its own decoders. Noise is keyed by seed and
// instance ID, so that the order of predictions does not matter.
func NewForecast(l learner.Learner, own []learner.Decoder, m sp.FeatureMap, loss sp.Loss,
	seed uint64) *Forecast {
	f := &Forecast{l: l, own: own, pool: oracle.NewPool(m, nil)}
	free := func() error { return nil }
	f.task = &sp.Task{
		Map: m, Loss: loss, Seed: seed,
		Solver: f.pool.Get, Visit: free, Sweep: free,
		Steps:    sp.Steps{Due: func() bool { return false }},
		Summable: func(list []sp.Instance) error { return oracle.Summable(list, m) },
	}
	return f
}

// Predict returns the prediction for x by a decoder. It keeps the labels revealed by x. The error
// wraps sp.ErrParams if the decoder is neither shared nor the learner's own, or if a shared decoder
// does not have these arguments.
func (f *Forecast) Predict(ctx context.Context, weights []float64, x *sp.Instance,
	decoder sp.Spec) (out sp.Prediction, err error) {
	if slices.ContainsFunc(f.own, func(o learner.Decoder) bool { return o.Name == decoder.Name }) {
		predictor, ok := f.l.(learner.Predictor)
		if !ok {
			return out, fmt.Errorf("learner: decoder %q is declared, but %T is no Predictor",
				decoder.Name, f.l)
		}
		out, err = predictor.Predict(ctx, f.task, weights, x, decoder)
	} else {
		err = f.decode(&out, weights, x, decoder)
	}
	if err != nil {
		return out, fmt.Errorf("learner: decoder %q for instance %q: %w", decoder.Name, x.ID, err)
	}
	return out, nil
}

// decode runs a shared decoder on the learner's potentials.
func (f *Forecast) decode(out *sp.Prediction, weights []float64, x *sp.Instance,
	decoder sp.Spec) error {
	if err := f.prepare(decoder); err != nil {
		return fmt.Errorf("%w: %w", sp.ErrParams, err)
	}
	if err := f.potentials(weights, x); err != nil {
		return err
	}
	f.p.Forbid(x.Transitions)
	f.p.Restrict(x)
	f.x = x
	return f.decoder.Decode(out, &f.p, decode.Help{Solver: f.solver, Shape: x.Shape,
		Key: perturb.NewKey(f.task.Seed, x.ID), Loss: f.task.Loss, Instance: x})
}

// prepare sets the decoder.
func (f *Forecast) prepare(decoder sp.Spec) (err error) {
	of := decoder.Name + string(decoder.Args)
	if f.decoder != nil && of == f.of {
		return nil
	}
	if _, shared := decode.Lookup(decoder.Name); !shared {
		var names []string
		for _, o := range decoders(f.own) {
			names = append(names, o.Name)
		}
		return param.Unknown("decoder", decoder.Name, names)
	}
	f.decoder, err = decode.New(decoder.Name, decoder.Args)
	f.of = of
	return err
}

func (f *Forecast) solver() (sp.Solver, error) { return f.pool.Under(f.x, &f.p) }

func (f *Forecast) potentials(weights []float64, x *sp.Instance) error {
	if scorer, ok := f.l.(learner.Scorer); ok {
		return scorer.Potentials(f.task, &f.p, weights, x)
	}
	if dim := f.task.Map.Dim(); len(weights) != dim {
		return fmt.Errorf("%w: %d weights for a feature map with %d weights; a learner with "+
			"weights of its own must be a Scorer", sp.ErrProtocol, len(weights), dim)
	}
	f.task.Map.Potentials(&f.p, weights, x)
	return nil
}

// decoders returns all decoders: the shared ones, then own.
func decoders(own []learner.Decoder) []learner.Decoder {
	var all []learner.Decoder
	for _, e := range decode.Entries() {
		all = append(all, learner.Decoder{Name: e.Name, Doc: e.Doc, Params: e.Params})
	}
	return append(all, own...)
}
