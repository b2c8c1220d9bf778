package audit_test

import (
	"maps"
	"testing"

	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/sp"
)

// With an approximate oracle a hinge objective is dropped, and its bound unless dual variables certify it.
// Pseudolikelihood needs no oracle.
func TestDropApproximate(t *testing.T) {
	claims := map[string]float64{sp.ValueObjective: 3, sp.ValueBound: 2, "theta": 1}
	for _, c := range []struct {
		kind      string
		certified bool
		values    map[string]float64
		want      map[string]float64
	}{
		{sp.ObjectiveHinge, true, claims, map[string]float64{sp.ValueBound: 2, "theta": 1}},
		{sp.ObjectiveHinge, false, claims, map[string]float64{"theta": 1}},
		{sp.ObjectivePseudolikelihood, false, claims, claims},
		{sp.ObjectiveHinge, false, map[string]float64{"theta": 1}, map[string]float64{"theta": 1}},
	} {
		points := []sp.Stamped{{Checkpoint: sp.Checkpoint{Values: maps.Clone(c.values),
			Objective: &sp.Objective{Kind: c.kind, Lambda: 1}}}}
		dropped := audit.DropApproximate(points, c.certified)
		if !maps.Equal(points[0].Values, c.want) || dropped == maps.Equal(c.values, c.want) {
			t.Errorf("%s, certified %v: %v, %v", c.kind, c.certified, points[0].Values, dropped)
		}
	}
}
