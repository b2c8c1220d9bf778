package fit

import (
	"math"

	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// withholdApproximate drops reported values of the checkpoints that an approximate oracle cannot
// prove, and warns of the consequences. The solvers that the learner got decide whether the oracle
// is approximate, and not its name.
func (a auditor) withholdApproximate() {
	spec := a.Oracle()
	choice, err := oracle.Choose(spec.Name, spec.Args)
	last, p := a.last(), &a.instances
	if err != nil || a.rec.Counts.MAP+a.rec.Counts.Marginals == 0 ||
		audit.NeedsNoOracle(last.Objective) ||
		!choice.Approximates(p.Train, p.Map) &&
			!choice.Approximates(p.Partial, p.Map) {
		return
	}
	if a.rec.Remote && choice.Inexact() { // in its own process the SDK warns
		a.warn("approximate oracle: the harness answered by " + choice.Algorithm())
	}
	if audit.DropApproximate(a.kept, a.done.Dual != nil) {
		a.warn(
			"approximate oracle: objectives that learners claim are left out, and bounds without dual " +
				"variables",
		)
	}
	if _, gaps := last.Values[sp.ValueGapEstimate]; gaps {
		a.warn(
			"approximate oracle: block gaps are estimates, no certificate, and so is what was sampled or " +
				"stopped by them",
		)
	}
	switch {
	case a.rec.Ended == sp.Converged || a.rec.Ended == sp.Stalled:
		a.warn(
			"approximate oracle: it stopped by a measure of its own, which does not show that a minimum " +
				"is near",
		)
	case a.rec.Ended == sp.EndedByLimit && last.Objective != nil:
		a.warn(
			"approximate oracle: it ended at a limit of its own, maybe far from a minimum: its numbers " +
				"may say as much of how it minimises as of the oracle",
		)
	}
}

// unaudited returns the reason why F(w) of an objective is not known; "" if it is.
func (a auditor) unaudited(o *sp.Objective, f float64) string {
	if a.Oracle().Name != "" && audit.Known(o.Kind) && math.IsNaN(f) {
		return "approximate oracle: objective and gap are not audited, since no exact oracle can do " +
			"all training instances"
	}
	return audit.Unaudited(o.Kind, a.instances.Train, a.instances.Map)
}
