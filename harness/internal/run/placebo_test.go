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

// TestPlacebo: a placebo has fits of its own, each with its own seed of the learner. Everything
// else is the same as in the row that it repeats. A learner without randomness gives the same
// results.
func TestPlacebo(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	fits, store := runStored(t, `
suite: placebo
datasets: [chains: {words: 60, split: {train: 20, partial: 5, labels: 0.5, test: 20}}]
learners:
  - ${seeded}: {also: [1, 2], as: A}
  - ${seeded}: {also: [1, 2], as: B, aa: true}
  - ${seeded}: {also: [1, 2], as: C, aa: true}
  - ${honest}: {as: D}
  - ${honest}: {as: E, aa: true}
tune: {fraction: 0.3}
seeds: 2
`, run.Options{})
	at := map[string]*record.Fit{}
	for i := range fits {
		if fits[i].Seed.Learner == 2 {
			at[fits[i].Label] = &fits[i]
		}
	}
	seeds := map[float64]bool{}
	for _, label := range []string{"A", "B", "C"} {
		w := must(record.Weights(store.Dir(), at[label].WeightsFile))(t)
		seeds[w[0]] = true
		if at[label].Validation != at["A"].Validation ||
			at[label].Identity["split"] != at["A"].Identity["split"] ||
			at[label].Seed != record.Seed(2) {
			t.Errorf(
				"%s: validated on %.8s, split %.8s, seed %s, other than A", label, at[label].Validation,
				at[label].Identity["split"], at[label].Seed,
			)
		}
	}
	if len(seeds) != 3 || !seeds[2] {
		t.Errorf("the learner was given seeds %v, want 2 and two others", seeds)
	}
	if at["D"].WeightsFile != at["E"].WeightsFile || at["D"].Key == at["E"].Key {
		t.Errorf(
			"without draws: weights %.8s and %.8s, keys %.8s and %.8s", at["D"].WeightsFile,
			at["E"].WeightsFile, at["D"].Key, at["E"].Key,
		)
	}
	w := written(t, store)
	if a := at["A"]; len(a.Train) != 25 ||
		slices.ContainsFunc(a.Train, func(id string) bool { return slices.Contains(a.Test, id) }) {
		t.Errorf("it learned from %q, with test instances %q", a.Train, a.Test)
	}
	again := replay(t, w, at["B"], plan.Options{Note: func(line string) { t.Error(line) }})
	if lines := record.Differences(*at["B"], *again); len(lines) > 0 {
		t.Errorf("done again: %s", strings.Join(lines, "; "))
	}
}

// TestTimesOfTrialsAndLoad: the record has the load of the machine and the CPU seconds of trials.
func TestTimesOfTrialsAndLoad(t *testing.T) {
	fits := runSuite(t, `
suite: times
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners: [${past}: {also: [1, 2], as: A}, ${plain}: {as: B}]
tune: {fraction: 0.3}
`, run.Options{})
	if a := fits[0].Times; !(a.TuneCPU > 0) || a.TuneCPU > 10*a.Tune {
		t.Errorf("trials took %v CPU seconds, %v of wall", a.TuneCPU, a.Tune)
	}
	if b := fits[1].Times; b.TuneCPU != 0 || b.CPUs < 1 || b.Load < 0 {
		t.Errorf("times %+v", b)
	}
}
