package run

import (
	"math"

	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// withhold takes back what the checkpoints of a fit claim that an approximate oracle cannot show, and says what follows for
// the rest. Whether it is approximate is decided by the solvers that the learner was given, whatever it was asked for by.
func (x *execution) withhold() {
	spec := x.oracle()
	choice, err := oracle.Choose(spec.Name, spec.Args)
	last := x.last()
	if err != nil || x.rec.Counts.MAP+x.rec.Counts.Marginals == 0 || audit.NeedsNoOracle(last.Objective) ||
		!choice.Approximates(x.train, x.Dataset.Map) && !choice.Approximates(x.partial, x.Dataset.Map) {
		return
	}
	if x.rec.Remote && choice.Inexact() { // the SDK warns where it answers itself
		x.warnOnce("approximate oracle: the harness answered by " + choice.Algorithm())
	}
	if audit.Withhold(x.kept, x.fitted.Dual != nil) {
		x.warnOnce("approximate oracle: objectives that learners claim are left out, and bounds without dual variables")
	}
	if _, gaps := last.Values[sp.ValueGapEstimate]; gaps {
		x.warnOnce("approximate oracle: block gaps are estimates, no certificate, and so is what was sampled or stopped by them")
	}
	switch {
	case x.rec.Ended == sp.Converged || x.rec.Ended == sp.Stalled:
		x.warnOnce("approximate oracle: it stopped by a measure of its own, which does not show that a minimum is near")
	case x.rec.Ended == sp.EndedByLimit && last.Objective != nil:
		x.warnOnce("approximate oracle: it ended at a limit of its own, maybe far from a minimum: its numbers may say as much of how it minimises as of the oracle")
	}
}

// unaudited returns why F(w) of an objective is not known; "" if it is.
func (x *execution) unaudited(o *sp.Objective, f float64) string {
	if x.Dataset.Spec.Oracle != nil && audit.Known(o.Kind) && math.IsNaN(f) {
		return "approximate oracle: objective and gap are not audited, since no exact oracle can do all training instances"
	}
	return audit.Unaudited(o.Kind, x.train, x.Dataset.Map)
}
