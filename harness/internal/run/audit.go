package run

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/sp"
)

// audit checks the learner's reported objective, bound and counts with the harness's own oracle.
// An objective that package audit does not know, or that takes maxima where the
// oracle is approximate, is not held against anything; the bound of its dual
// variables is, which needs no maximum. Where the suite gave it an approximate oracle
// no objective is taken from the learner: F(w) is the harness's own, if it has an exact one.
func (x *execution) audit() error {
	x.rec.Times.Suspicions = x.fitted.Doubts(x.plan.Suite.Limits.Threads)
	if err := x.fitted.CheckWork(); err != nil {
		return err
	}
	if err := x.claims(); err != nil {
		return err
	}
	x.end()
	return nil
}

// end turns converged and stalled into stopped changing where no certified gap tells them apart.
func (x *execution) end() {
	ownEnd := x.rec.Ended == sp.Converged || x.rec.Ended == sp.Stalled
	if a := x.rec.Audit; ownEnd && (a == nil || math.IsNaN(a.RelativeGap())) {
		x.rec.Ended = sp.StoppedChanging
	}
}

// claims holds objective and bound of the last checkpoint against the harness's own.
func (x *execution) claims() error {
	x.withhold()
	last := x.last()
	if last.Objective == nil {
		audit.Uphold(x.kept, math.NaN())
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
	a.Dual = record.Number(audit.Dual(*last.Objective, x.fitted.Dual, x.train, x.Dataset.Map, x.plan.trainLoss))
	bound := a.Bound
	if !math.IsNaN(float64(a.Bound)) && math.IsNaN(float64(a.Dual)) {
		if err := x.certify(a); err != nil {
			return err
		}
	}
	a.Gap = a.Objective - a.Bound
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
	if bound-a.Objective > slack {
		return fmt.Errorf("%w: the learner's lower bound %.9g exceeds the objective %.9g that the harness finds", errClaim, bound, a.Objective)
	}
	audit.Uphold(x.kept, float64(a.Bound))
	return nil
}

// certify lowers a bound that has no dual variables to what the weights of a checkpoint certify, the last one's or, where that is not
// enough, of those before; NaN where they certify nothing.
func (x *execution) certify(a *record.Audit) error {
	certified, slack := math.Inf(-1), float64(slackOf(a.Bound))
	for i := len(x.kept) - 1; i >= 0 && certified < float64(a.Bound)-slack; i-- {
		c := &x.kept[i]
		if c.Objective == nil || *c.Objective != *x.last().Objective || len(c.Weights) != x.Dataset.Map.Dim() {
			continue
		}
		v, err := audit.Bound(*c.Objective, c.Weights, x.train, x.Dataset.Map)
		if err != nil {
			return fmt.Errorf("bench: audit: %w", err)
		}
		if math.IsNaN(v) {
			break
		}
		certified = max(certified, v)
	}
	if math.IsInf(certified, -1) {
		if audit.Known(a.Kind) { // or else none of it is audited
			x.warnOnce("bound: a lower bound that nothing certifies is left out")
		}
		a.Bound = record.Number(math.NaN())
		return nil
	}
	a.Bound = min(a.Bound, record.Number(certified))
	return nil
}

func slackOf(v record.Number) record.Number {
	return audit.Tolerance * (1 + record.Number(math.Abs(float64(v))))
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
