package examine

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/audit"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// tolerance is the relative tolerance for reported sums of floating-point numbers.
const tolerance = 1e-6

// inexact reports whether an oracle is approximate.
func inexact(o sp.Spec) bool { return o.Name != "" && o.Name != oracle.Exact }

// claimable returns the checkpoints with the values that can be checked under an approximate
// oracle.
func claimable(points []sp.Stamped, certified bool) []sp.Stamped {
	points = slices.Clone(points)
	for i := range points {
		points[i].Values = maps.Clone(points[i].Values)
	}
	audit.DropApproximate(points, certified)
	return points
}

// claims is the law "claims".
func (t *trial) claims() error {
	last := t.first.points[len(t.first.points)-1]
	if last.Objective == nil {
		return skip("it reports no objective known to the harness")
	}
	train := t.labelled()
	points := t.first.points
	if inexact(t.oracle) {
		points = claimable(points, t.first.Dual != nil)
		last = points[len(points)-1]
	}
	if !audit.Known(last.Objective.Kind) {
		return skip(audit.Unaudited(last.Objective.Kind, train, t.fmap))
	}
	for i, c := range points {
		o := c.Objective
		if o == nil {
			continue
		}
		if dim := t.fmap.Dim(); len(c.Weights) != dim {
			return fmt.Errorf("it reports an objective of the feature map's %d weights, but has "+
				"%d weights: report none", dim, len(c.Weights))
		}
		f, err := audit.Value(*o, c.Weights, train, t.fmap, t.trainLoss)
		if errors.Is(err, errors.ErrUnsupported) {
			return skip(err.Error())
		} else if err != nil {
			return err
		}
		slack := tolerance * (1 + math.Abs(f))
		claimed, ok := c.Values[sp.ValueObjective]
		if ok && math.Abs(claimed-f) > slack {
			return fmt.Errorf("checkpoint %d of %d: objective %.9g by the learner, %.9g by the "+
				"harness (kind %s, λ %v): "+
				"report F of the emitted weights", i+1, len(points), claimed, f, o.Kind, o.Lambda)
		}
		if bound, ok := c.Values[sp.ValueBound]; ok && bound > f+slack {
			return fmt.Errorf("checkpoint %d of %d: lower bound %.9g exceeds the objective %.9g",
				i+1, len(points), bound, f)
		}
	}
	bound, ok := last.Values[sp.ValueBound]
	dual := audit.Dual(*last.Objective, t.first.Dual, train, t.fmap, t.trainLoss)
	if ok && math.Abs(bound-dual) > tolerance*(1+math.Abs(dual)) { // false without dual variables
		return fmt.Errorf("the last bound is %.9g by the learner, %.9g by its dual variables",
			bound, dual)
	}
	return nil
}
