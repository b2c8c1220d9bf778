package locpmap

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// A budget of visits reserves the network's epochs or is rejected. A model of features alone is
// never reported as one with a network.
func TestNetworkBudget(t *testing.T) {
	train := stripes(5, 12)
	m := linear(`{}`, &train[0])
	for pairs, least := range map[string]float64{pairsLearned: 6, pairsNone: 5, pairsNever: 4} {
		l := deep("1x1", 4)
		l.Pairs = pairs
		for passes := 0.5; passes < 20; passes += 0.5 {
			points, done, err := learnertest.Try(t, &l, learner.Input{Train: train, Map: m, Seed: 1,
				Budget: sp.Budget{Passes: passes}})
			if passes < least {
				if !errors.Is(err, errors.ErrUnsupported) ||
					!strings.Contains(err.Error(),
						"too small for a network: 4 epochs of 12 instances") {
					t.Errorf("pairs %s, %v passes: %v", pairs, passes, err)
				}
				continue
			}
			last := points[len(points)-1]
			if err != nil || done.Counts.Visits > int64(passes*12) ||
				slices.Max(last.Weights[m.Dim():]) == 0 {
				t.Errorf("pairs %s, %v passes: %v after %d visits, the network is 0: %v",
					pairs, passes, err, done.Counts.Visits, slices.Max(last.Weights[m.Dim():]) == 0)
			}
			if _, ok := last.Values[sp.ValueObjective]; ok != (pairs != pairsNever) {
				t.Errorf("pairs %s, %v passes: ends before weights are learned again", pairs,
					passes)
			}
		}
	}
}

// Seconds cannot be reserved: if they end before the network's training, the fit fails.
func TestNetworkSeconds(t *testing.T) {
	train := stripes(5, 12)
	_, _, err := learnertest.Try(t, new(deep("1x1", 4)),
		learner.Input{Train: train, Map: linear(`{}`, &train[0]), Budget: sp.Budget{Seconds: 1e-9}})
	if err == nil || errors.Is(err, sp.ErrBudget) ||
		!strings.Contains(err.Error(), "the budget ended before the network's training") {
		t.Errorf("a nanosecond: %v", err)
	}
}

// With "never", the network equals the one trained before pairs are added, and the model has
// nothing else.
func TestNetworkAlone(t *testing.T) {
	train := stripes(1, 30)
	m := linear(`{}`, &train[0])
	l := deep("1x1", 20)
	l.Pairs, l.Rate = pairsNone, 0.1
	with, _ := fit(t, l, learner.Input{Train: train, Map: m, Seed: 1})
	l.Pairs = pairsNever
	alone, done := fit(t, l, learner.Input{Train: train, Map: m, Seed: 1})
	dim := m.Dim()
	if !slices.Equal(alone.Weights[dim:], with.Weights[dim:]) ||
		slices.Equal(with.Weights[:dim], make([]float64, dim)) {
		t.Error("a different network, or pairs add nothing to it")
	}
	if !slices.Equal(alone.Weights[:dim], make([]float64, dim)) || done.End != sp.EndedByLimit ||
		done.Counts.Visits != 20*30 {
		t.Errorf("%s after %d visits with weights %v of features", done.End, done.Counts.Visits,
			alone.Weights[:dim])
	}
}
