package crf

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/encoder"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// A run is one fit of a CRF on a task.
type run struct {
	*CRF
	*learner.Recorder
	task        *sp.Task
	approximate atomic.Bool          // values may be off a convex function: nothing is proved
	joint       *encoder.Fit         // nil: no encoder
	sgd         *optim.SGD           // nil unless sgd is running
	weak        bool                 // the stage with unknown labels has begun
	checkpoint  func() sp.Checkpoint // of the solver at work
}

// supported returns an error if the objective needs an oracle and none can handle an instance. It
// runs before the first checkpoint, which is emitted before the last instance is visited.
func (r *run) supported() error {
	if _, ok := r.task.Loss.(sp.NodeLoss); r.Kind == kindExpected && !ok {
		return fmt.Errorf("crf: the loss does not sum over variables, so its expectation takes more "+
			"than marginals: %w", errors.ErrUnsupported)
	}
	switch r.Kind {
	case kindLikelihood:
	case kindUnary:
		return nil
	default:
		if err := r.task.Graphs(); err != nil {
			return fmt.Errorf("crf: objective %s: %w", r.Kind, err)
		}
		if r.Kind != kindTwoStage {
			return nil
		}
	}
	if err := r.task.Summable(r.task.Train); err != nil || !r.joins() {
		return err
	}
	return r.task.Summable(r.task.Partial)
}

// solver returns the solvers of t. It sets approximate if a solver is approximate.
func (r *run) solver(t *sp.Task) func(x *sp.Instance) (sp.Solver, error) {
	return func(x *sp.Instance) (sp.Solver, error) {
		s, err := t.Solver(x)
		if _, ok := s.(sp.Approximator); ok {
			r.approximate.Store(true)
		}
		return s, err
	}
}

// joins reports whether instances with unknown labels are learned from.
func (r *run) joins() bool {
	return r.Kappa > 0 && len(r.task.Partial) > 0 &&
		(r.Kind == kindLikelihood || r.Kind == kindUnary)
}

// stages minimises F on the labelled instances, and then on all.
func (r *run) stages() error {
	w, joins := make([]float64, r.task.Map.Dim()), r.joins()
	if joins && r.Solver == solverSGD {
		if err := r.Resume(&w, &r.weak); err != nil {
			return err
		}
	}
	if !r.weak {
		err := r.minimize(r.objective(r.task.Train), w, slices.Clone)
		if !joins || err != nil && !errors.Is(err, sp.ErrLimit) {
			return err
		}
		r.Hold()
		r.weak = true
	}
	all := slices.Clone(r.task.Train)
	for _, x := range r.task.Partial {
		x.Weight *= r.Kappa
		all = append(all, x)
	}
	return r.minimize(r.objective(all), w, slices.Clone)
}

// objective returns F of instances, for all objectives except two-stage.
func (r *run) objective(train []sp.Instance) *likelihood.Objective {
	if r.Kind == kindUnary {
		train = likelihood.WithoutEdges(train)
	}
	return r.of(r.task.Map, train)
}

// of returns F of instances under a feature map.
func (r *run) of(m sp.FeatureMap, train []sp.Instance) *likelihood.Objective {
	return &likelihood.Objective{
		Map: m, Train: train, Lambda: r.Lambda, Term: r.term(r.task), Batch: r.task.Batch,
		New: r.term, Encoder: r.joint,
	}
}

// term returns ℓ, by the solvers or visits of t.
func (r *run) term(t *sp.Task) likelihood.Term {
	switch r.Kind {
	case kindPseudo:
		return likelihood.Visited{Term: &likelihood.Pseudo{}, Visit: t.Visit}
	case kindPiecewise:
		return likelihood.Visited{Term: &likelihood.Piecewise{}, Visit: t.Visit}
	case kindUnivariate, kindClique, kindExpected:
		return r.through(t)
	}
	return &likelihood.Exact{Solver: r.solver(t)}
}

// through returns a loss of marginals after some sweeps.
func (r *run) through(t *sp.Task) likelihood.Term {
	r.approximate.Store(true)
	l := &likelihood.Truncated{Tape: &messages.Tape{}, Sweeps: r.Sweeps, Clique: r.Kind == kindClique}
	if r.Through == throughMeanField {
		l.Tape = &local.FieldTape{}
	}
	if r.Kind == kindExpected {
		l.Cost = t.Loss.(sp.NodeLoss)
	}
	return likelihood.Visited{Term: l, Visit: func() error {
		err := t.Visit()
		for i := 0; err == nil && i < r.Sweeps; i++ {
			err = t.Sweep()
		}
		return err
	}}
}

// minimize runs the solver on o from w and leaves its result in w. full maps weights of o to
// weights of the task, into a new slice.
func (r *run) minimize(o *likelihood.Objective, w []float64,
	full func(w []float64) []float64) error {
	switch r.Solver {
	case solverSGD:
		return r.stochastic(o, w, full)
	case solverDescent:
		return r.batch(optim.Descend, o, w, full)
	}
	return r.batch(optim.Minimize, o, w, full)
}

// batch minimises o with a solver that evaluates the whole objective at once.
func (r *run) batch(solver optim.Minimizer, o *likelihood.Objective, w []float64,
	full func(w []float64) []float64) error {
	f, v, lambda := o.Evaluate, w, o.Lambda
	if small, less, of, unit := feature.Merge(o.Map, o.Train); small != nil {
		o.Map, o.Train, o.Lambda = small, less, 0
		at := slices.Clone(unit)
		f = func(v, grad []float64) (float64, error) {
			loss, err := o.Evaluate(floats.MulTo(at, unit, v), grad)
			floats.AddScaled(floats.MulTo(grad, grad, unit), lambda, v)
			return loss + lambda/2*floats.Dot(v, v), err
		}
		v = slices.Clone(unit)
		for i, to := range of {
			v[to] = w[i] * unit[to]
		}
		all := full
		full = func(v []float64) []float64 {
			for i, to := range of {
				w[i] = v[to] / unit[to]
			}
			return all(w)
		}
	}
	at, values := v, map[string]float64(nil) // none if the budget is smaller than one evaluation
	r.checkpoint = func() sp.Checkpoint { return sp.Checkpoint{Weights: full(at), Values: values} }
	r.Watch(func() map[string]float64 { return values })
	strong := optim.Strong{
		Minimizer: solver, NonNegative: o.Map.NonNegative(), Lambda: lambda,
		Tolerance:   r.Tolerance,
		Approximate: func() bool { return r.approximate.Load() },
		Moved: func(w []float64, f, bound float64) error {
			if at, values = w, map[string]float64{sp.ValueObjective: f}; !r.weak && !r.truncated() {
				values[sp.ValueBound] = bound
			}
			return r.Moved()
		},
	}
	proved, err := strong.Minimize(f, v)
	full(v)
	at = v // the solver's buffers are not to be relied on
	if err == nil && !proved {
		return sp.ErrStalled // values off a convex function prove nothing
	}
	return err
}
