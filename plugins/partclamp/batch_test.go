package partclamp

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
)

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
