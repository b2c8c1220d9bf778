package fit

import (
	"errors"
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/sp"
)

// Audited is what the harness found about the values that a learner reported.
type Audited struct {
	Audit *record.Audit // nil if the learner reported no objective
	Ended sp.End        // the learner's end, or stopped changing if no certified gap supports it
}

// audited checks the learner's reported objective, bound and counts with the harness's own oracle.
//
// An objective that package audit does not know is not checked. If the oracle is approximate, an
// objective with maxima is not checked either, but the bound from its dual variables is. If the
// suite chose an approximate oracle, reported objectives are dropped: F(w) is the harness's own, if
// it has an exact oracle.
func audited(a *attempt, p *Prepared, f *Fitted) (v Audited, err error) {
	a.suspicious = a.done.Doubts(a.Plan.Suite.Limits.Threads)
	if err := a.done.CheckWork(); err != nil {
		return v, err
	}
	if v.Audit, err = (&auditor{a, f, p}).checkReports(); err != nil {
		return v, err
	}
	v.Ended = f.Ended
	if own := f.Ended == sp.Converged || f.Ended == sp.Stalled; own &&
		(v.Audit == nil || math.IsNaN(v.Audit.RelativeGap())) {
		v.Ended = sp.StoppedChanging
	}
	return v, nil
}

// An auditor evaluates the checkpoints of one fit.
type auditor struct {
	*attempt
	*Fitted
	prepared *Prepared
}

// checkReports checks the objective and bound of the last checkpoint.
func (x *auditor) checkReports() (*record.Audit, error) {
	a, f, p := x.attempt, x.Fitted, x.prepared
	x.withholdApproximate()
	last := f.Last()
	if last.Objective == nil {
		audit.DropUncertified(f.Checkpoints, math.NaN())
		return nil, nil
	}
	objective, err := x.objective(&last.Checkpoint)
	if err != nil {
		return nil, err
	}
	v := &record.Audit{
		Kind: last.Objective.Kind, Lambda: record.Number(last.Objective.Lambda),
		Reported: reported(last.Values, sp.ValueObjective), Objective: record.Number(objective),
		Bound: reported(last.Values, sp.ValueBound),
	}
	v.Dual = record.Number(
		audit.Dual(*last.Objective, f.Dual, p.Instances.Train, p.Instances.Map, a.TrainLoss),
	)
	bound := v.Bound
	if !math.IsNaN(float64(v.Bound)) && math.IsNaN(float64(v.Dual)) {
		if err := x.certify(v); err != nil {
			return nil, err
		}
	}
	v.Gap = v.Objective - v.Bound
	if why := x.unaudited(last.Objective, objective); why != "" {
		a.warnings = append(a.warnings, why)
	}
	if err := compareReports(v, bound); err != nil {
		return v, err
	}
	audit.DropUncertified(f.Checkpoints, float64(v.Bound))
	return v, nil
}

// compareReports returns an error if a reported value differs from the harness's own. bound is the
// reported bound.
func compareReports(v *record.Audit, bound record.Number) error {
	slack := slackOf(v.Objective)
	if off := v.Reported - v.Objective; off > slack || -off > slack {
		return fmt.Errorf(
			"%w: the learner reports the objective %.9g, the harness finds %.9g", errReport, v.Reported,
			v.Objective,
		)
	}
	if off, slack := v.Bound-v.Dual, slackOf(v.Dual); off > slack || -off > slack {
		return fmt.Errorf(
			"%w: the learner reports the bound %.9g, from its dual variables the harness finds %.9g",
			errReport, v.Bound, v.Dual,
		)
	}
	if bound-v.Objective > slack {
		return fmt.Errorf(
			"%w: the learner's lower bound %.9g exceeds the objective %.9g that the harness finds",
			errReport, bound, v.Objective,
		)
	}
	return nil
}

// certify lowers a bound without dual variables to one that weights certify: those of the last
// checkpoint or, if that is not enough, of earlier ones. It is NaN if they certify none.
func (x *auditor) certify(v *record.Audit) error {
	certified, slack := math.Inf(-1), float64(slackOf(v.Bound))
	for i := len(x.Checkpoints) - 1; i >= 0 && certified < float64(v.Bound)-slack; i-- {
		c := &x.Checkpoints[i]
		if c.Objective == nil || *c.Objective != *x.Last().Objective ||
			len(c.Weights) != x.prepared.Instances.Map.Dim() {
			continue
		}
		bound, err := audit.Bound(
			*c.Objective, c.Weights, x.prepared.Instances.Train, x.prepared.Instances.Map,
		)
		if err != nil {
			return fmt.Errorf("fit: audit: %w", err)
		}
		if math.IsNaN(bound) {
			break
		}
		certified = max(certified, bound)
	}
	if math.IsInf(certified, -1) {
		if audit.Known(v.Kind) { // or else nothing is audited
			x.warn("bound: a lower bound that nothing certifies is left out")
		}
		v.Bound = record.Number(math.NaN())
		return nil
	}
	v.Bound = min(v.Bound, record.Number(certified))
	return nil
}

func slackOf(v record.Number) record.Number {
	return audit.Tolerance * (1 + record.Number(math.Abs(float64(v))))
}

// reported returns a reported value; NaN if there is none.
func reported(values map[string]float64, name string) record.Number {
	if v, ok := values[name]; ok {
		return record.Number(v)
	}
	return record.Number(math.NaN())
}

// objective evaluates the reported objective of a checkpoint; see [objectiveOf].
func (x *auditor) objective(c *sp.Checkpoint) (float64, error) {
	return objectiveOf(x.Fit, &x.prepared.Instances, *c.Objective, c.Weights)
}

// objectiveOf evaluates an objective of weights on the training set; NaN if the harness has no exact
// oracle for it.
func objectiveOf(f *plan.Fit, p *plan.Instances, o sp.Objective, w []float64) (float64, error) {
	if dim := p.Map.Dim(); len(w) != dim && audit.Known(o.Kind) {
		return 0, fmt.Errorf("%w: there are %d weights, the feature map has %d", errReport, len(w), dim)
	}
	v, err := audit.Value(o, w, p.Train, p.Map, f.TrainLoss)
	switch {
	case errors.Is(err, errors.ErrUnsupported) && f.Oracle().Name != "":
		return math.NaN(), nil // an exact oracle may lack what an approximate one can do
	case err != nil:
		return 0, fmt.Errorf("fit: audit: %w", err)
	}
	return v, nil
}
