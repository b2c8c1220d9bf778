package partclamp

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// TestContradictoryArguments: contradictory arguments are rejected, with the reason.
func TestContradictoryArguments(t *testing.T) {
	train := images(1, 2, 3, 3, 2, 0.5, 0.5)
	m := linear(`{"pairs":"potts"}`, &train[0])
	for text, c := range map[string]*PartClamp{
		"minimises no function": with(func(c *PartClamp) { c.Objective = objectiveCD }),
		"without a forest, objective: composite is 0": with(func(c *PartClamp) {
			c.Objective, c.Growth = objectiveComposite, growthNone
		}),
		"rounds: objective: composite does not": with(func(c *PartClamp) {
			c.Objective, c.Rounds = objectiveComposite, 10
		}),
		"rounds: objective: pseudolikelihood does not": with(func(c *PartClamp) {
			c.Objective, c.Rounds = objectivePseudo, 1
		}),
	} {
		if _, _, err := learnertest.Try(t, c, learner.Input{Train: train, Map: m}); !errors.Is(err,
			sp.ErrParams) || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v lacks %q", err, text)
		}
	}
}

// TestOnlineNearsBatch: for fixed objectives, stochastic steps approach the minimum of L-BFGS. For
// a bound, they find its states along the way.
func TestOnlineNearsBatch(t *testing.T) {
	train := images(6, 6, 4, 4, 2, 0.6, 0.4)
	for i := range train {
		train[i].Weight = 1
	}
	in := learner.Input{Train: train, Map: linear(`{"pairs":"potts"}`, &train[0])}
	for _, objective := range []string{objectivePseudo, objectiveComposite, objectiveBound} {
		batch, _ := fit(t, with(func(c *PartClamp) {
			c.Objective, c.States, c.Partitions, c.Lambda = objective, 1000, 2, 0.3
			if objective == objectiveBound {
				c.Rounds = 1000
			}
		}), in)
		online, done := fit(t, with(func(c *PartClamp) {
			c.Objective, c.States, c.Partitions, c.Lambda, c.Mode, c.Passes, c.Eta, c.Shift,
				c.Average = objective, 1000, 2, 0.3, modeOnline, 100, 0, 30, true
		}), in)
		if d := distance(online.Weights, batch.Weights); d > 0.02 {
			t.Errorf("%s: distance %.3f", objective, d)
		} else {
			t.Logf("%s: distance %.4f", objective, d)
		}
		if done.Counts.Visits != int64(100*len(train)) || done.End != sp.EndedByLimit {
			t.Errorf("%s: %+v, %s", objective, done.Counts, done.End)
		}
	}
}

// TestContrastiveDivergence: with many sweeps its steps are those of the likelihood with one sample
// for the mean. With few it still learns strengths and evidence of the right sign.
func TestContrastiveDivergence(t *testing.T) {
	train := images(7, 20, 6, 6, 2, 0.4, 0.7)
	for i := range train {
		train[i].Weight = 1
	}
	in := learner.Input{Train: train, Map: linear(`{"pairs":"potts"}`, &train[0])}
	want := exact(t, in.Map, train, 0.05)
	for k, most := range map[int]float64{1: 0.1, 30: 0.03} {
		last, done := fit(t, with(func(c *PartClamp) {
			c.Objective, c.Mode, c.K, c.Passes, c.Lambda, c.Eta, c.Shift, c.Average = objectiveCD,
				modeOnline, k, 100, 0.05, 1, 100, true
		}), in)
		d := distance(last.Weights, want)
		t.Logf("k = %d: distance %.3f", k, d)
		if d > most {
			t.Errorf("k = %d: distance %.3f from maximum likelihood", k, d)
		}
		if c := done.Counts; c.Sweeps != int64(k)*c.Visits || c.Calls() > 0 ||
			last.Objective != nil || len(last.Values) > 0 {
			t.Errorf("k = %d: %+v, objective %v, values %v", k, c, last.Objective, last.Values)
		}
	}
}

// TestWideTables: if the solver has no MAP, states come from max-product and ICM. That holds on
// wide grids with tables that reward disagreement, and on any grid with tables of more than two
// labels.
func TestWideTables(t *testing.T) {
	for _, k := range []int{2, 3} {
		train := images(8, 2, 24, 24, k, -0.8, 0.6)
		in := learner.Input{Train: train, Map: linear(`{}`, &train[0])}
		for _, mode := range []string{modeBatch, modeOnline} {
			_, done := fit(t, with(func(c *PartClamp) {
				c.Mode, c.Passes, c.States, c.Partitions, c.Rounds = mode, 10, 2, 2, 3
			}), in)
			if c := done.Counts; c.Conditional == 0 || c.Sweeps == 0 {
				t.Errorf("%d labels, %s: %+v", k, mode, c)
			}
		}
	}
}

// TestBudgetsOfTighteningBind: without a number of passes, a fit runs until its budget ends it,
// even if only tightening spends it. If tightening spends nothing of the budget, the fit ends by
// itself.
func TestBudgetsOfTighteningBind(t *testing.T) {
	grids, chains := images(1, 3, 4, 4, 2, 0.5, 0.5), images(1, 3, 4, 1, 2, 0.5, 0.5)
	for what, test := range map[string]struct {
		train  []sp.Instance
		c      *PartClamp
		budget sp.Budget
		end    sp.End
	}{
		"MAP": {grids, with(func(*PartClamp) {}), sp.Budget{MAP: 1000},
			sp.EndedByBudget},
		"sweeps": {grids, with(func(c *PartClamp) {
			c.Clamp = clampMarginal
		}), sp.Budget{Sweeps: 4000}, sp.EndedByBudget},
		"sweeps of Gibbs sampling": {grids, with(func(c *PartClamp) {
			c.Objective = objectiveCD
		}), sp.Budget{Sweeps: 1000}, sp.EndedByBudget},
		"MAP on forests": {chains, with(func(*PartClamp) {}), sp.Budget{MAP: 1000},
			sp.EndedByLimit},
		"MAP for messages": {grids, with(func(c *PartClamp) {
			c.Clamp = clampMarginal
		}), sp.Budget{MAP: 1000}, sp.EndedByLimit},
	} {
		test.c.Mode, test.c.Passes = modeOnline, 0
		_, done := fit(t, test.c,
			learner.Input{Train: test.train, Map: linear(`{"pairs":"potts"}`, &test.train[0]),
				Budget: test.budget})
		if done.End != test.end || done.End == sp.EndedByLimit && done.Counts.Visits != 50*3 {
			t.Errorf("%s: ended by %s after %+v", what, done.End, done.Counts)
		}
	}
}
