package locpmap

import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// batch minimises F by L-BFGS from r.w. It calls visit before each evaluation of an instance; an
// error of visit stops it.
func (r *run) batch(visit func() error) error {
	t := r.task
	o := &likelihood.Parallel{Map: t.Map, Train: r.train, Lambda: r.Lambda, Term: r.term,
		Visit: visit}
	// none if the budget is smaller than one evaluation
	w, values := r.w, map[string]float64(nil)
	at := w
	r.checkpoint = func() sp.Checkpoint { return sp.Checkpoint{Weights: at, Values: values} }
	strong := optim.Strong{
		Minimizer: optim.Minimize, NonNegative: t.Map.NonNegative(), Lambda: r.Lambda,
		Tolerance: r.Tolerance,
		Moved: func(w []float64, f, bound float64) error {
			at, values = w, map[string]float64{sp.ValueObjective: f}
			if r.unaries.learned() {
				values[sp.ValueBound] = bound // a network learned later may lower F below it
			}
			return r.Moved()
		},
	}
	proved, err := strong.Minimize(o.Evaluate, w)
	at = w // the solver's buffers are not to be relied on
	if err == nil && !proved {
		return sp.ErrStalled
	}
	return err
}
