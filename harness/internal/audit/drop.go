package audit

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// DropUncertified removes from checkpoints the bounds above the certified one, which bounds min F
// for all of them. If certified is NaN it removes all bounds. It also removes objectives below the
// certified bound, which are impossible. It reports whether it removed any.
func DropUncertified(points []sp.Stamped, certified float64) (withheld bool) {
	slack := Tolerance * (1 + math.Abs(certified))
	return drop(points, func(_ *sp.Stamped, name string, v float64) bool {
		if name == sp.ValueBound {
			return !(v <= certified+slack)
		}
		return v < certified-slack
	})
}

// DropApproximate removes from checkpoints the objectives and bounds that need exact maxima or
// sums, for a learner with approximate solvers. It keeps bounds that dual variables certify: weak
// duality holds for any labelings. It keeps objectives of kinds without an oracle. It reports
// whether it removed any.
func DropApproximate(points []sp.Stamped, certified bool) (withheld bool) {
	return drop(points, func(c *sp.Stamped, name string, _ float64) bool {
		return !NeedsNoOracle(c.Objective) && !(name == sp.ValueBound && certified)
	})
}

// drop removes the bounds and objectives under a condition.
func drop(points []sp.Stamped, is func(c *sp.Stamped, name string, v float64) bool) (withheld bool) {
	for i := range points {
		c := &points[i]
		for _, name := range []string{sp.ValueBound, sp.ValueObjective} {
			if v, claimed := c.Values[name]; claimed && is(c, name, v) {
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
