package bench

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/record"
	"github.com/spbench/spbench/harness/sp"
)

// Tolerances of claims: objectives are sums of floating-point numbers, clocks
// are read by two processes.
const (
	objectiveTolerance = 1e-6 // relative
	clockTolerance     = 0.05 // relative
	clockSlack         = 0.25 // seconds
)

// audit holds the learner's claims against the harness's own oracle and clock.
func (x *execution) audit() error {
	f := &x.fitted
	claimed := f.Seconds + f.EmitSeconds
	if off := math.Abs(claimed - f.WallSeconds); off > clockTolerance*f.WallSeconds+clockSlack {
		return fmt.Errorf("%w: the learner's clock says %.3g s where the harness's says %.3g s", errClaim, claimed, f.WallSeconds)
	}
	if f.Objective == nil {
		return nil
	}
	last := x.last()
	objective, err := x.primal(last.Params)
	if err != nil {
		return err
	}
	a := &record.Audit{
		Kind: f.Objective.Kind, Lambda: record.Number(f.Objective.Lambda),
		Claimed: claim(last.Values, sp.ValueObjective), Objective: record.Number(objective),
		Bound: claim(last.Values, sp.ValueBound),
	}
	a.Gap = a.Objective - a.Bound
	a.Dual = record.Number(dualValue(*f.Objective, x.train, x.Column.Map, x.plan.margin))
	x.rec.Audit = a
	slack := record.Number(objectiveTolerance * (1 + math.Abs(objective)))
	if off := a.Claimed - a.Objective; off > slack || -off > slack {
		return fmt.Errorf("%w: the learner says its objective is %.9g, the harness finds %.9g", errClaim, a.Claimed, a.Objective)
	}
	if off := a.Bound - a.Dual; off > slack || -off > slack {
		return fmt.Errorf("%w: the learner says its bound is %.9g, from its dual variables the harness finds %.9g", errClaim, a.Bound, a.Dual)
	}
	if a.Gap < -slack {
		return fmt.Errorf("%w: the learner's lower bound %.9g exceeds the objective %.9g that the harness finds", errClaim, a.Bound, a.Objective)
	}
	return nil
}

func claim(values map[string]float64, name string) record.Number {
	if v, ok := values[name]; ok {
		return record.Number(v)
	}
	return record.Number(math.NaN())
}

// primal evaluates the claimed objective on the training set.
func (x *execution) primal(w []float64) (float64, error) {
	return primal(*x.fitted.Objective, w, x.train, x.Column.Map, x.plan.margin)
}

// primal returns F(w) = λ/2·‖w‖² + (1/Σa)·Σ aᵢ·ℓᵢ(w), from nothing but the
// weights and by an unmetered oracle. One oracle call per instance.
func primal(o sp.Objective, w []float64, train []sp.Instance, m sp.FeatureMap, l sp.Loss) (float64, error) {
	if len(w) != m.Dim() {
		return 0, fmt.Errorf("%w: %d params claim to be the %d weights of the feature map", errClaim, len(w), m.Dim())
	}
	var p sp.Potentials
	sum, total := 0.0, 0.0
	for i := range train {
		x := &train[i]
		s, err := oracle.New(x, m)
		if err != nil {
			return 0, fmt.Errorf("bench: audit: %w", err)
		}
		m.Potentials(&p, w, x)
		gold := p.Score(x.Gold)
		best := 0.0
		switch o.Kind {
		case sp.ObjectiveLikelihood:
			best, err = s.Marginals(nil, &p)
		case sp.ObjectiveHinge:
			best, err = augmented(s, &p, x, l)
		}
		if err != nil {
			return 0, fmt.Errorf("bench: audit: %w", err)
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

// dualValue returns D(α) of the structural SVM from the dual variables αᵢ, which
// are distributions over labelings; NaN if there are none. With cᵢ = aᵢ/(λΣa),
//
//	u = Σᵢ cᵢ·Σ_y αᵢ(y)·(φ(xᵢ,yᵢ) − φ(xᵢ,y)),  D = −λ/2·‖[u]‖² + Σᵢ aᵢ/Σa·Σ_y αᵢ(y)·L(yᵢ,y),
//
// [u] being u with constrained coordinates clipped at 0: whatever α is, a lower
// bound on min F. O(dim + atoms·size).
func dualValue(o sp.Objective, train []sp.Instance, m sp.FeatureMap, l sp.Loss) float64 {
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
