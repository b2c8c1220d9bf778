package bench

import (
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
	clockSlack         = 1    // seconds: on a busy machine either process may have to wait so long
)

// audit holds the learner's claims against the harness's own oracle and clock.
// An objective cannot be held against an approximate oracle, whose maxima may be
// too small; a bound can be: its dual value needs no maximum.
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
	a.Dual = record.Number(oracle.DualValue(*f.Objective, x.train, x.Column.Map, x.plan.margin))
	x.rec.Audit = a
	if n, algorithm := approximate(x.train, x.Column.Map, nil); n > 0 {
		x.rec.Warnings = append(x.rec.Warnings, fmt.Sprintf(
			"approximate oracle: objective and gap are not audited, since MAP by %s for %d of %d training instances may miss the maximum",
			algorithm, n, len(x.train)))
	}
	slack := slackOf(a.Objective)
	if off := a.Claimed - a.Objective; off > slack || -off > slack {
		return fmt.Errorf("%w: the learner says its objective is %.9g, the harness finds %.9g", errClaim, a.Claimed, a.Objective)
	}
	if off, slack := a.Bound-a.Dual, slackOf(a.Dual); off > slack || -off > slack {
		return fmt.Errorf("%w: the learner says its bound is %.9g, from its dual variables the harness finds %.9g", errClaim, a.Bound, a.Dual)
	}
	if a.Gap < -slack {
		return fmt.Errorf("%w: the learner's lower bound %.9g exceeds the objective %.9g that the harness finds", errClaim, a.Bound, a.Objective)
	}
	return nil
}

func slackOf(v record.Number) record.Number {
	return objectiveTolerance * (1 + record.Number(math.Abs(float64(v))))
}

func claim(values map[string]float64, name string) record.Number {
	if v, ok := values[name]; ok {
		return record.Number(v)
	}
	return record.Number(math.NaN())
}

// approximate returns for how many instances the oracle of the feature map is not
// exact, and what it does. Under weights w, if not nil, those do not count that have
// no pair scores: predictions of independent variables are exact on any graph.
func approximate(list []sp.Instance, m sp.FeatureMap, w []float64) (n int, algorithm string) {
	var p sp.Potentials
	for i := range list {
		s, err := oracle.New(&list[i], m)
		if err != nil {
			continue // whoever needs it says so
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

// primal evaluates the claimed objective on the training set.
func (x *execution) primal(w []float64) (float64, error) {
	if dim := x.Column.Map.Dim(); len(w) != dim {
		return 0, fmt.Errorf("%w: %d params claim to be the %d weights of the feature map", errClaim, len(w), dim)
	}
	f, err := oracle.Objective(*x.fitted.Objective, w, x.train, x.Column.Map, x.plan.margin)
	if err != nil {
		return 0, fmt.Errorf("bench: audit: %w", err)
	}
	return f, nil
}
