package partclamp

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// entropies lists strengths and noise for posteriors of low and high entropy.
var entropies = map[string][2]float64{"low": {0.6, 0.3}, "high": {0.2, 1.5}}

// distance is relative to the second.
func distance(a, b []float64) float64 { return floats.Distance(a, b, 2) / floats.Norm(b, 2) }

// TestAllStatesAreTheLikelihood: if every state may be included, tightening finds all of them, and
// the weights are those of maximum likelihood.
func TestAllStatesAreTheLikelihood(t *testing.T) {
	for entropy, e := range entropies {
		for _, args := range []string{`{"pairs":"potts"}`, `{}`} {
			for _, mean := range []string{boundArithmetic, boundGeometric} {
				for _, clamp := range []string{clampMAP, clampMarginal} {
					train := images(1, 4, 4, 4, 2, e[0], e[1])
					m := linear(args, &train[0])
					last, done := fit(t, with(func(c *PartClamp) {
						c.Bound, c.Clamp, c.Lambda, c.States, c.Rounds, c.Partitions,
							c.Tolerance = mean, clamp, 0.05, 1000, 1000, 2, 1e-13
					}), learner.Input{Train: train, Map: m})
					want := exact(t, m, train, 0.05)
					d := distance(last.Weights, want)
					t.Logf("%s entropy, %s, %s, %s: distance %.2g, %s", entropy, args, mean, clamp,
						d, done.End)
					if d > 1e-5 {
						t.Errorf("%s entropy, %s, %s, %s: distance %.2g from maximum likelihood",
							entropy, args, mean, clamp, d)
					}
				}
			}
		}
	}
}

// TestContrastiveIsTheLikelihood: without forests, states are whole labelings. If all of them are
// included, the weights are those of maximum likelihood. With as many states, the bound of forests
// is nearer to it: the poster calls it more efficient.
func TestContrastiveIsTheLikelihood(t *testing.T) {
	e := entropies["low"]
	train := images(1, 3, 2, 3, 2, e[0], e[1])
	m := linear(`{"pairs":"potts"}`, &train[0])
	want := exact(t, m, train, 0.05)
	distances := func(growth string, states int) float64 {
		last, _ := fit(t, with(func(c *PartClamp) {
			c.Growth, c.Lambda, c.States, c.Rounds, c.Partitions, c.Tolerance = growth, 0.05, states,
				states+1, 1, 1e-13
		}), learner.Input{Train: train, Map: m})
		return distance(last.Weights, want)
	}
	if d := distances(growthNone, 64); d > 1e-5 {
		t.Errorf("all states: distance %.2g from maximum likelihood", d)
	}
	if with, without := distances("breadth-first", 2), distances(growthNone, 2); !(with < without) {
		t.Errorf("two states: distance %.3f with forests, %.3f without", with, without)
	} else {
		t.Logf("two states: distance %.3f with forests, %.3f without", with, without)
	}
}

// TestDistanceFallsWithTheBudget measures the distance of the weights from maximum likelihood on
// grids of ten columns with exact sums. If the posterior is nearly certain, a few states of a B of
// 34 variables have most of its mass. Otherwise the first states lead away, and the distance falls
// only after a good share of all states is included: these grids have two rows, and B has 5 or 6
// variables.
func TestDistanceFallsWithTheBudget(t *testing.T) {
	learnertest.SkipSlow(t)
	for _, c := range []struct {
		entropy string
		rows    int
		budgets []int
	}{{"low", 10, []int{0, 16, 64}}, {"high", 2, []int{0, 4, 16, 48}}} {
		e := entropies[c.entropy]
		train := images(2, 4, c.rows, 10, 2, e[0], e[1])
		m := linear(`{"pairs":"potts"}`, &train[0])
		want := exact(t, m, train, 0.02)
		for _, mean := range []string{boundArithmetic, boundGeometric} {
			for _, clamp := range []string{clampMAP, clampMarginal} {
				var curve []float64
				for _, budget := range c.budgets {
					last, _ := fit(t, with(func(c *PartClamp) {
						c.Bound, c.Clamp, c.Lambda, c.States, c.Rounds, c.Partitions = mean, clamp,
							0.02, budget, 2*budget+2, 2
					}), learner.Input{Train: train, Map: m})
					curve = append(curve, distance(last.Weights, want))
				}
				t.Logf("%s entropy, %s, %s: budgets %v, distances %.3f", c.entropy, mean, clamp,
					c.budgets, curve)
				if last := curve[len(curve)-1]; !(last < curve[0]) {
					t.Errorf("%s entropy, %s, %s: distance %.3f at budget 0, %.3f at the largest",
						c.entropy, mean, clamp, curve[0], last)
				}
			}
		}
	}
}

// TestBudgetZeroIsCompositeLikelihood: the geometric bound of the gold states alone and the
// composite likelihood have the same minimum. Some instances are forests, with one partition.
func TestBudgetZeroIsCompositeLikelihood(t *testing.T) {
	train := append(images(3, 5, 6, 6, 3, 0.5, 0.7), images(4, 3, 8, 1, 3, 0.5, 0.7)...)
	in := learner.Input{Train: train, Map: linear(`{}`, &train[0])}
	bound, _ := fit(t, with(func(c *PartClamp) {
		c.States, c.Partitions, c.Lambda, c.Tolerance = 0, 3, 0.02, 1e-12
	}), in)
	composite, done := fit(t, with(func(c *PartClamp) {
		c.Objective, c.Partitions, c.Lambda, c.Tolerance = objectiveComposite, 3, 0.02, 1e-12
	}), in)
	if d := distance(bound.Weights, composite.Weights); d > 1e-5 {
		t.Errorf("distance %.2g", d)
	}
	a, b := composite.Values[sp.ValueObjective], bound.Values[sp.ValueObjective]
	if math.Abs(a-b) > 1e-9*a || done.End != sp.Converged {
		t.Errorf("objective %v, %s, want %v", a, done.End, b)
	}
}

// TestForestsAreTheLikelihood: on graphs without cycles, with or without edges, the sum is exact:
// one call per evaluation, and the weights of maximum likelihood.
func TestForestsAreTheLikelihood(t *testing.T) {
	for _, columns := range []int{1, 0} {
		train := images(4, 5, 7, max(columns, 1), 3, 0.5, 0.7)
		for i := range train {
			if columns == 0 {
				train[i].Edges, train[i].Edge = nil, sp.Rows{}
			}
		}
		m := linear(`{}`, &train[0])
		for _, objective := range []string{objectiveBound, objectiveComposite} {
			last, done := fit(t, with(func(c *PartClamp) {
				c.Objective, c.Tolerance = objective, 1e-12
			}), learner.Input{Train: train, Map: m})
			if d := distance(last.Weights, exact(t, m, train, 0.01)); d > 1e-5 {
				t.Errorf("%d columns, %s: distance %.2g from maximum likelihood", columns,
					objective, d)
			}
			if c := done.Counts; c.Conditional != c.Visits || c.Calls() != c.Conditional ||
				done.End != sp.Converged {
				t.Errorf("%d columns, %s: %+v, %s", columns, objective, c, done.End)
			}
		}
	}
}
