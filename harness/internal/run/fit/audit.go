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

// An auditor audits and scores the checkpoints of one fit.
type auditor struct{ *attempt }

// audit checks the learner's reported objective, bound and counts with the harness's own oracle.
//
// An objective that package audit does not know is not checked. If the oracle is approximate, an
// objective with maxima is not checked either, but the bound from its dual variables is. If the
// suite chose an approximate oracle, reported objectives are dropped: F(w) is the harness's own, if
// it has an exact oracle.
func (a auditor) audit() (err error) {
	a.rec.Times.Suspicions = a.done.Doubts(a.Plan.Suite.Limits.Threads)
	if err := a.done.CheckWork(); err != nil {
		return err
	}
	if a.rec.Audit, err = a.checkReports(); err != nil {
		return err
	}
	if own := a.rec.Ended == sp.Converged || a.rec.Ended == sp.Stalled; own &&
		(a.rec.Audit == nil || math.IsNaN(a.rec.Audit.RelativeGap())) {
		a.rec.Ended = sp.StoppedChanging // no certified gap supports the learner's end
	}
	return nil
}

// checkReports checks the objective and bound of the last checkpoint.
func (a auditor) checkReports() (*record.Audit, error) {
	p := &a.instances
	a.withholdApproximate()
	last := a.last()
	if last.Objective == nil {
		audit.DropUncertified(a.kept, math.NaN())
		return nil, nil
	}
	objective, err := a.objective(&last.Checkpoint)
	if err != nil {
		return nil, err
	}
	v := &record.Audit{
		Kind: last.Objective.Kind, Lambda: record.Number(last.Objective.Lambda),
		Reported: reported(last.Values, sp.ValueObjective), Objective: record.Number(objective),
		Bound: reported(last.Values, sp.ValueBound),
	}
	v.Dual = record.Number(
		audit.Dual(*last.Objective, a.done.Dual, p.Train, p.Map, a.TrainLoss),
	)
	bound := v.Bound
	if !math.IsNaN(float64(v.Bound)) && math.IsNaN(float64(v.Dual)) {
		if err := a.certify(v); err != nil {
			return nil, err
		}
	}
	v.Gap = v.Objective - v.Bound
	if why := a.unaudited(last.Objective, objective); why != "" {
		a.rec.Warnings = append(a.rec.Warnings, why)
	}
	if err := compareReports(v, bound); err != nil {
		return v, err
	}
	audit.DropUncertified(a.kept, float64(v.Bound))
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
func (a auditor) certify(v *record.Audit) error {
	certified, slack := math.Inf(-1), float64(slackOf(v.Bound))
	for i := len(a.kept) - 1; i >= 0 && certified < float64(v.Bound)-slack; i-- {
		c := &a.kept[i]
		if c.Objective == nil || *c.Objective != *a.last().Objective ||
			len(c.Weights) != a.instances.Map.Dim() {
			continue
		}
		bound, err := audit.Bound(
			*c.Objective, c.Weights, a.instances.Train, a.instances.Map, a.TrainLoss,
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
			a.warn("bound: a lower bound that nothing certifies is left out")
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
func (a auditor) objective(c *sp.Checkpoint) (float64, error) {
	return objectiveOf(a.Fit, &a.instances, *c.Objective, c.Weights)
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
