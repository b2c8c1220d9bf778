package oracle

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// Objective returns F(w) = λ/2·‖w‖² + (1/Σa)·Σ aᵢ·ℓᵢ(w) of the kind and λ of o,
// for the fully labelled instances in train under feature map m and, in a hinge
// objective, loss l: from nothing but the weights, by solvers of its own. w has
// m.Dim() entries. One oracle call per instance; the error wraps
// errors.ErrUnsupported where there is no oracle for it. NaN where the oracle of an
// instance is approximate: the sum would be too small.
func Objective(o sp.Objective, w []float64, train []sp.Instance, m sp.FeatureMap, l sp.Loss) (float64, error) {
	var p sp.Potentials
	sum, total := 0.0, 0.0
	for i := range train {
		x := &train[i]
		s, err := New(x, m)
		if err != nil {
			return 0, fmt.Errorf("oracle: objective: %w", err)
		}
		if _, ok := s.(sp.Approximator); ok {
			return math.NaN(), nil
		}
		m.Potentials(&p, w, x)
		gold := p.Score(x.Gold)
		best := 0.0
		switch o.Kind {
		case sp.ObjectiveLikelihood:
			best, err = s.Marginals(nil, &p)
		case sp.ObjectiveHinge:
			best, err = augmented(s, &p, x, l)
		default:
			err = fmt.Errorf("unknown kind %q", o.Kind)
		}
		if err != nil {
			return 0, fmt.Errorf("oracle: objective: instance %q: %w", x.ID, err)
		}
		sum += x.Weight * (best - gold)
		total += x.Weight
	}
	norm := 0.0
	for _, v := range w {
		norm += v * v
	}
	return o.Lambda/2*norm + sum/total, nil
}

// augmented returns max_y [L(gold,y) + score(y)]; it adds the costs to p.
func augmented(s sp.Solver, p *sp.Potentials, x *sp.Instance, l sp.Loss) (float64, error) {
	nl, ok := l.(sp.NodeLoss)
	if !ok {
		return 0, fmt.Errorf("the loss does not sum over variables: %w", errors.ErrUnsupported)
	}
	costs := make([]float64, len(p.Node))
	nl.Costs(costs, x, nil)
	for i, c := range costs {
		p.Node[i] += c
	}
	return s.MAP(make([]int32, x.N()), p)
}

// DualValue returns the value of the dual of a hinge objective at the variables
// αᵢ = o.Dual[i], distributions over labelings; NaN if there are none. With
// cᵢ = aᵢ/(λΣa),
//
//	u = Σᵢ cᵢ·Σ_y αᵢ(y)·(φ(xᵢ,yᵢ) − φ(xᵢ,y)),  D = −λ/2·‖[u]‖² + Σᵢ aᵢ/Σa·Σ_y αᵢ(y)·L(yᵢ,y),
//
// [u] being u with constrained coordinates clipped at 0: whatever α is, a lower
// bound on min F. O(dim + atoms·size).
func DualValue(o sp.Objective, train []sp.Instance, m sp.FeatureMap, l sp.Loss) float64 {
	if o.Dual == nil {
		return math.NaN()
	}
	total := 0.0
	for i := range train {
		total += train[i].Weight
	}
	u, mean := make([]float64, m.Dim()), 0.0
	for i := range train {
		x := &train[i]
		c := x.Weight / (o.Lambda * total)
		m.Add(u, c, x, x.Gold)
		for _, a := range o.Dual[i] {
			m.Add(u, -c*a.Weight, x, a.Labels)
			mean += x.Weight / total * a.Weight * l.Value(x, x.Gold, a.Labels)
		}
	}
	for _, at := range m.NonNegative() {
		u[at] = max(u[at], 0)
	}
	norm := 0.0
	for _, v := range u {
		norm += v * v
	}
	return mean - o.Lambda/2*norm
}
