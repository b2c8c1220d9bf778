package bench

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/internal/audit"
	"github.com/spbench/spbench/internal/record"
)

// Tolerances of claims: objectives are sums of floating-point numbers, clocks
// are read by two processes.
const (
	objectiveTolerance = 1e-6 // relative
	clockTolerance     = 0.05 // relative
	clockSlack         = 1    // seconds: on a busy machine either process may have to wait so long
)

// audit holds the learner's claims against the harness's own oracle and clock.
// An objective that package audit does not know, or that takes maxima where the
// oracle is approximate, is not held against anything; the bound of its dual
// variables is, which needs no maximum. Where the suite gave it an approximate oracle
// no objective is taken from the learner: F(w) is the harness's own, if it has an exact one.
func (x *execution) audit() error {
	f := &x.fitted
	claimed := f.Seconds + f.EmitSeconds
	if off := math.Abs(claimed - f.WallSeconds); off > clockTolerance*f.WallSeconds+clockSlack {
		return fmt.Errorf("%w: the learner's clock says %.3g s where the harness's says %.3g s", errClaim, claimed, f.WallSeconds)
	}
	return x.claims()
}

// claims holds objective and bound of the last checkpoint against the harness's own.
func (x *execution) claims() error {
	x.withhold()
	last := x.last()
	if last.Objective == nil {
		return nil
	}
	objective, err := x.primal(&last.Checkpoint)
	if err != nil {
		return err
	}
	a := &record.Audit{
		Kind: last.Objective.Kind, Lambda: record.Number(last.Objective.Lambda),
		Claimed: claim(last.Values, sp.ValueObjective), Objective: record.Number(objective),
		Bound: claim(last.Values, sp.ValueBound),
	}
	a.Gap = a.Objective - a.Bound
	a.Dual = record.Number(audit.Dual(*last.Objective, x.fitted.Dual, x.train, x.Dataset.Map, x.plan.trainLoss))
	x.rec.Audit = a
	if why := x.unaudited(last.Objective, objective); why != "" {
		x.rec.Warnings = append(x.rec.Warnings, why)
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

// primal evaluates the objective that a checkpoint claims on the training set; NaN
// where it cannot.
func (x *execution) primal(c *sp.Checkpoint) (float64, error) {
	if dim := x.Dataset.Map.Dim(); len(c.Weights) != dim && audit.Known(c.Objective.Kind) {
		return 0, fmt.Errorf("%w: %d weights claim to be the %d weights of the feature map", errClaim, len(c.Weights), dim)
	}
	f, err := audit.Value(*c.Objective, c.Weights, x.train, x.Dataset.Map, x.plan.trainLoss)
	switch {
	case errors.Is(err, errors.ErrUnsupported) && x.Dataset.Spec.Oracle != nil:
		return math.NaN(), nil // what an approximate oracle can do an exact one may not
	case err != nil:
		return 0, fmt.Errorf("bench: audit: %w", err)
	}
	return f, nil
}
