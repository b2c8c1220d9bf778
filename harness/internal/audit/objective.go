package audit

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// An evaluation is the common state for all values of one objective.
type evaluation struct {
	m    sp.FeatureMap
	l    sp.Loss
	p    sp.Potentials // the scores of the current instance
	g    sp.Marginals  // scratch
	kept sp.Potentials // of chains with transitions

	chain sp.Solver // of all chains; nil before the first
}

// Value returns F(w) of the kind and λ of o, for the fully labelled instances in train under
// feature map m and, for a hinge objective, loss l. w has m.Dim() entries. It is NaN if the
// objective is not audited, see [Unaudited].
//
// The error wraps errors.ErrUnsupported if an instance has no oracle, and sp.ErrDiverged if F
// overflows. It makes at most one oracle call per instance.
func Value(o sp.Objective, w []float64, train []sp.Instance, m sp.FeatureMap, l sp.Loss) (float64,
	error) {
	k := kindOf(o.Kind)
	if k == nil {
		return math.NaN(), nil
	}
	e, value := &evaluation{m: m, l: l}, k.value
	if value == nil {
		term := k.term(e)
		value = func(e *evaluation, x *sp.Instance) (float64, error) { return term.Value(&e.g, &e.p, x) }
	}
	train = k.train(train)
	sum, total := 0.0, 0.0
	for i := range train {
		x := &train[i]
		m.Potentials(&e.p, w, x)
		if !finite(e.p.Node...) || !finite(e.p.Pair.Table...) || !finite(e.p.Pair.Potts...) ||
			!finite(e.p.Factor...) {
			return 0, fmt.Errorf("audit: %s of instance %q: %w: its scores overflow", o.Kind, x.ID,
				sp.ErrDiverged)
		}
		v, err := value(e, x)
		if errors.Is(err, errApproximate) {
			return math.NaN(), nil
		}
		if err != nil {
			return 0, fmt.Errorf("audit: %s of instance %q: %w", o.Kind, x.ID, err)
		}
		sum += x.Weight * v
		total += x.Weight
	}
	norm, absolute := 0.0, 0.0
	for _, v := range w {
		norm += v * v
		absolute += math.Abs(v)
	}
	f := o.Lambda/2*norm + k.l1*absolute + sum/total
	if !finite(f) {
		return 0, fmt.Errorf("audit: %s: %w: it is %v", o.Kind, sp.ErrDiverged, f)
	}
	return f, nil
}

func finite(list ...float64) bool {
	for _, v := range list {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// errApproximate says that an oracle is not exact.
var errApproximate = errors.New("the oracle is approximate")

// exact returns an exact solver for x. It knows its transitions.
func (e *evaluation) exact(x *sp.Instance) (sp.Solver, error) {
	s, err := e.plain(x)
	if err == nil && x.Transitions != nil {
		s = &allowed{s, x, &e.kept}
	}
	return s, err
}

// An allowed solver of x takes its transitions into account.
type allowed struct {
	sp.Solver
	x    *sp.Instance
	kept *sp.Potentials
}

func (a *allowed) MAP(y []int32, p *sp.Potentials) (float64, error) {
	return a.Solver.MAP(y, a.kept.Allowed(p, a.x))
}

func (a *allowed) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	return a.Solver.Marginals(mu, a.kept.Allowed(p, a.x))
}

// plain returns an exact solver for x without its transitions.
func (e *evaluation) plain(x *sp.Instance) (sp.Solver, error) {
	if e.chain != nil && x.Factors.N() == 0 && x.IsChain() {
		return e.chain, nil
	}
	s, err := oracle.New(x, e.m)
	if err != nil {
		return nil, err
	}
	switch s := s.(type) {
	case sp.Approximator:
		return nil, errApproximate
	case *oracle.Chain:
		e.chain = s
	}
	return s, nil
}

// Approximate returns the number of instances without an exact oracle under the feature map, and
// the algorithm of their oracle. If w is not nil, it does not count instances without pair scores
// under w: independent variables are exact on any graph.
func Approximate(list []sp.Instance, m sp.FeatureMap, w []float64) (n int, algorithm string) {
	var p sp.Potentials
	for i := range list {
		s, err := oracle.New(&list[i], m)
		if err != nil {
			continue // Value returns the error
		}
		a, ok := s.(sp.Approximator)
		if ok && w != nil {
			m.Potentials(&p, w, &list[i])
			ok = !p.Independent()
		}
		if ok {
			n, algorithm = n+1, a.Approximate()
		}
	}
	return n, algorithm
}
