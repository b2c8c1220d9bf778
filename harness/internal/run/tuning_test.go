package run_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// TestTuningExtends: two rounds after the grid add four trials to every learner with a grid,
// whatever its losses, and these may win. The record and a replay have the same bits with any
// number of workers.
func TestTuningExtends(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	const text = `
suite: extended
datasets: [chains: {words: 80, split: {train: 30, test: 30}}]
learners:
  - ${plain}: {as: edge, shift: [-4, -2, -1]}
  - ${plain}: {as: inside, shift: [-100, 0.5, 100]}
  - ${plain}: {as: idle, also: [1, 2, 3]}
  - ${plain}: {as: fixed, shift: 1}
tune: {fraction: 0.3, extend: 2}
seeds: 2
`
	one, store := runStored(t, text, run.Options{Workers: 1})
	two := runSuite(t, text, run.Options{Workers: 2})
	if len(one) != 8 || len(two) != 8 {
		t.Fatalf("%d and %d fits, want 8", len(one), len(two))
	}
	w := written(t, store)
	won := 0
	for i := range one {
		f := &one[i]
		if !f.Outcome.Good() {
			t.Fatalf("%s: %+v", f.Label, f.Outcome)
		}
		if lines := record.Differences(*f, two[i]); len(lines) > 0 {
			t.Errorf("%s: with two workers: %q", f.Label, lines)
		}
		if lines := record.Differences(*f, *replay(t, w, f, plan.Options{})); len(lines) > 0 {
			t.Errorf("%s: again: %q", f.Label, lines)
		}
		var rounds []int
		for _, trial := range f.Trials {
			rounds = append(rounds, trial.Round)
			if string(trial.Params) == string(f.Params) && trial.Round > 0 {
				won++
			}
		}
		want := []int{0, 0, 0, 1, 1, 2, 2}
		if f.Label == "fixed" {
			want = nil
		}
		if !slices.Equal(rounds, want) {
			t.Errorf("%s: rounds %v, want %v", f.Label, rounds, want)
		}
		if f.Label == "idle" && strings.Contains(strings.Join(f.Warnings, "\n"), "edge") {
			t.Errorf("%s: %q", f.Label, f.Warnings)
		}
	}
	if won == 0 {
		t.Error("no candidate beyond a grid was chosen: nothing is tested")
	}
}
