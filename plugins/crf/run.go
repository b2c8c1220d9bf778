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
	approximate atomic.Bool           // values may be off a convex function: nothing is proved
	loose       atomic.Pointer[error] // in this evaluation; nil: all sums converge
	joint       *encoder.Fit          // nil: no encoder
	sgd         *optim.SGD            // nil unless sgd is running
	weak        bool                  // the stage with unknown labels has begun
	checkpoint  func() sp.Checkpoint  // of the solver at work
}

// supported returns an error if the objective needs an oracle and none can handle an instance. It
// runs before the first checkpoint, which is emitted before the last instance is visited.
func (r *run) supported() error {
	if _, ok := r.task.Loss.(sp.NodeLoss); (r.Kind == kindExpected || r.Weighted) && !ok {
		return fmt.Errorf("crf: the loss does not sum over variables, so it has no weights, and "+
			"its expectation takes more than marginals: %w", errors.ErrUnsupported)
	}
	switch r.Kind {
	case kindLikelihood:
	case kindUnary:
		return nil
	case kindSquares:
		return sp.HaveCosts(r.task.Train)
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
	settled := &settled{run: r}
	return func(x *sp.Instance) (sp.Solver, error) {
		s, err := t.Solver(x)
		if a, ok := s.(sp.Approximator); ok {
			r.approximate.Store(true)
			if settled.Settler, ok = s.(sp.Settler); ok && r.softened() {
				settled.Approximator = a
				return settled, err
			}
		}
		return s, err
	}
}

// A settled is an approximate solver. Its sums must converge.
type settled struct {
	sp.Approximator
	sp.Settler
	run *run
}

// Marginals notes an iteration without convergence. By sgd this is an error.
func (s *settled) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	before := s.Unsettled()
	logZ, err := s.Approximator.Marginals(mu, p)
	if err == nil && s.Unsettled() > before {
		loose := learner.Refuse(fmt.Errorf("crf: no objective at epsilon %v: %s did not converge; "+
			"more sweeps or damping may help: %w", s.run.Epsilon, s.Approximate(), errors.ErrUnsupported))
		s.run.loose.Store(&loose)
		if s.run.Solver == solverSGD {
			return 0, loose
		}
	}
	return logZ, err
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
	if r.Kind == kindUnary || r.Kind == kindSquares {
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
	var weights likelihood.Weights
	if r.Weighted {
		weights.Loss = t.Loss.(sp.NodeLoss)
	}
	switch {
	case r.Weighted && r.Kind == kindUnary, r.Kind == kindPseudo:
		return likelihood.Visited{Term: &likelihood.Pseudo{Weights: weights}, Visit: t.Visit}
	}
	switch r.Kind {
	case kindPiecewise:
		return likelihood.Visited{Term: &likelihood.Piecewise{}, Visit: t.Visit}
	case kindSquares:
		return likelihood.Visited{Term: likelihood.LeastSquares{}, Visit: t.Visit}
	case kindUnivariate, kindClique, kindExpected:
		return r.through(t, weights)
	}
	exact := likelihood.Exact{Solver: r.solver(t)}
	if r.softened() {
		return &likelihood.SoftmaxMargin{Exact: exact, Loss: t.Loss, Epsilon: r.Epsilon,
			Margin: r.Margin}
	}
	return &exact
}

// through returns a loss of marginals after some sweeps.
func (r *run) through(t *sp.Task, w likelihood.Weights) likelihood.Term {
	r.approximate.Store(true)
	l := &likelihood.Truncated{Tape: &messages.Tape{}, Sweeps: r.Sweeps, Weights: w,
		Clique: r.Kind == kindClique}
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
	if r.ascends(o) {
		if err := r.ascend(o, w); !errors.Is(err, learner.ErrConverged) {
			return err
		}
	}
	return r.batch(optim.Minimize, o, w, full)
}

// batch minimises o with a solver that evaluates the whole objective at once.
func (r *run) batch(solver optim.Minimizer, o *likelihood.Objective, w []float64,
	full func(w []float64) []float64) error {
	f, v, lambda := o.Evaluate, w, o.Lambda
	small, less, of, unit := feature.Merge(o.Map, o.Train)
	if small != nil {
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
	strong := optim.Strong{
		Minimizer: solver, NonNegative: o.Map.NonNegative(), Lambda: lambda,
		L1: r.l1(len(v), unit), Tolerance: r.Tolerance,
		Approximate: func() bool { return r.approximate.Load() },
		Moved: func(w []float64, f, bound float64) error {
			if at, values = w, map[string]float64{sp.ValueObjective: f}; !r.weak && !r.truncated() {
				values[sp.ValueBound] = bound
			}
			return r.Moved()
		},
	}
	var loose *error
	proved, err := strong.Minimize(r.settling(f, &loose), v)
	full(v)
	at = v // the solver's buffers are not to be relied on
	switch {
	case loose != nil && (err == nil || errors.Is(err, sp.ErrBudget)):
		return *loose
	case err == nil && !proved:
		return sp.ErrStalled // values off a convex function prove nothing
	}
	return err
}

// l1 returns λ₁ of each of n weights, times its unit if features are merged; nil without λ₁.
func (r *run) l1(n int, unit []float64) []float64 {
	if r.L1 == 0 {
		return nil
	}
	list := slices.Repeat([]float64{r.L1}, n)
	if unit != nil {
		floats.Mul(list, unit)
	}
	return list
}

// settling returns f with an effect: each evaluation sets loose to the error of a sum without
// convergence, or to nil.
func (r *run) settling(f optim.Func, loose **error) optim.Func {
	return func(v, grad []float64) (float64, error) {
		r.loose.Store(nil)
		value, err := f(v, grad)
		if err == nil {
			*loose = r.loose.Load()
		}
		return value, err
	}
}
