package audit

import "github.com/spbench/spbench/harness/sp"

// Withhold takes out of the values of checkpoints what rests on exact maxima or sums where the solvers that a learner had
// were approximate: its objective, and its bound unless dual variables certify that, since weak duality holds for any
// labelings. An objective of a kind that needs no oracle is left. It reports whether anything was taken out.
func Withhold(points []sp.Stamped, certified bool) (withheld bool) {
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

// NeedsNoOracle reports whether the objective is of a kind that takes no maximum or sum over labelings of a graph.
func NeedsNoOracle(o *sp.Objective) bool {
	if o == nil {
		return false
	}
	k := kindOf(o.Kind)
	return k != nil && !k.oracle
}
