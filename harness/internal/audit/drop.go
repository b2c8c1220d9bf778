package audit

import "github.com/spbench/spbench/harness/sp"

// DropApproximate removes from checkpoints the objectives and bounds that need exact maxima or
// sums, for a learner with approximate solvers. It keeps bounds that dual variables certify: weak
// duality holds for any labelings. It keeps objectives of kinds without an oracle. It reports
// whether it removed any.
func DropApproximate(points []sp.Stamped, certified bool) (withheld bool) {
	for i := range points {
		c := &points[i]
		if NeedsNoOracle(c.Objective) {
			continue
		}
		for _, name := range []string{sp.ValueObjective, sp.ValueBound} {
			if _, claimed := c.Values[name]; claimed && !(name == sp.ValueBound && certified) {
				delete(c.Values, name)
				withheld = true
			}
		}
	}
	return withheld
}

// NeedsNoOracle reports whether the kind of the objective needs no maximum or sum over labelings of
// a graph.
func NeedsNoOracle(o *sp.Objective) bool {
	if o == nil {
		return false
	}
	k := kindOf(o.Kind)
	return k != nil && !k.oracle
}
