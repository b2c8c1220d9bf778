package partclamp

import (
	"maps"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// TestLastCheckpointAtAnyBudget: if the budget ends a fit, within or between rounds, the last
// checkpoint is the same with and without a schedule.
func TestLastCheckpointAtAnyBudget(t *testing.T) {
	train := images(9, 4, 6, 7, 2, 0.5, 0.8)
	in := learner.Input{Train: train, Map: linear(`{"pairs":"potts"}`, &train[0])}
	c := with(func(c *PartClamp) { c.Tolerance = 1e-3 })
	for in.Budget.Visits = 1; in.Budget.Visits < 120; in.Budget.Visits++ {
		in.Schedule = sp.Schedule{}
		plain, _ := fit(t, c, in)
		in.Schedule = sp.Schedule{First: 1, Factor: 1.05}
		scheduled, _ := fit(t, c, in)
		if !slices.Equal(plain.Weights, scheduled.Weights) ||
			!maps.Equal(plain.Values, scheduled.Values) {
			t.Errorf("%d visits: values %v, with a schedule %v", in.Budget.Visits, plain.Values,
				scheduled.Values)
		}
		if _, ok := plain.Values[sp.ValueObjective]; !ok && in.Budget.Visits >= 4 {
			t.Errorf("%d visits: no value", in.Budget.Visits)
		}
	}
}

// TestUsualRounds: the default number of rounds is 10.
func TestUsualRounds(t *testing.T) {
	train := images(9, 4, 6, 7, 2, 0.5, 0.8)
	in := learner.Input{Train: train, Map: linear(`{"pairs":"potts"}`, &train[0])}
	fitted := map[int][]float64{}
	for _, rounds := range []int{0, 2, 10} {
		last, _ := fit(t, with(func(c *PartClamp) { c.Tolerance, c.Rounds = 1e-9, rounds }), in)
		fitted[rounds] = last.Weights
	}
	if !slices.Equal(fitted[0], fitted[10]) || slices.Equal(fitted[0], fitted[2]) {
		t.Errorf("weights %v, in 10 rounds %v, in 2 rounds %v", fitted[0], fitted[10], fitted[2])
	}
}
