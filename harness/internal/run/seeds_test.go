package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

const seededSuite = `
suite: seeds
datasets: [chains: {words: 60, split: {train: 20, partial: 5, labels: 0.5, test: 20}}]
learners:
  - ${seeded}: {also: [1, 2], as: tuned}
  - ${seeded}: {as: fixed}
tune: {fraction: 0.3}
seeds: %s
`

// TestSeedsBySource: each source of randomness has its own seed. With one number for all sources,
// the fit is that of the plain seed. A fit without tuning is made once for all tune seeds.
func TestSeedsBySource(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	fits, store := runStored(
		t, fmt.Sprintf(seededSuite, "{split: 2, learner: 2, tune: 2}"), run.Options{},
	)
	plain := map[string]string{} // keys by label and seed
	for _, f := range runSuite(t, fmt.Sprintf(seededSuite, "2"), run.Options{}) {
		plain[f.Label+f.Seed.String()] = f.Key
	}
	if len(fits) != 16 || len(plain) != 4 {
		t.Fatalf("%d fits, and %d plain ones", len(fits), len(plain))
	}
	keys := map[string]map[string]bool{}
	drawn := map[string]string{} // by what draws it
	same := func(source, text string) {
		if old, ok := drawn[source]; ok && old != text {
			t.Errorf("%s: %q and %q", source, old, text)
		}
		drawn[source] = text
	}
	for i := range fits {
		f := &fits[i]
		if keys[f.Label] == nil {
			keys[f.Label] = map[string]bool{}
		}
		keys[f.Label][f.Key] = true
		if key, ok := plain[f.Label+f.Seed.String()]; ok && key != f.Key {
			t.Errorf(
				"%s seed %s: its key is %.8s, with plain seeds %.8s", f.Label, f.Seed, f.Key, key,
			)
		}
		w := must(record.Weights(store.Dir(), f.WeightsFile))(t)
		same(fmt.Sprint("learner ", f.Seed.Learner, " split ", f.Split), fmt.Sprint(w[0]))
		same(fmt.Sprint("split ", f.Seed.Split), fmt.Sprint(f.Split, f.Identity["split"], f.Test))
		if f.Label == "tuned" {
			same(fmt.Sprint("tune ", f.Seed.Tune), f.Validation)
		}
	}
	if len(keys["tuned"]) != 8 || len(keys["fixed"]) != 4 {
		t.Errorf(
			"%d different fits where tuned, %d where not; want 8 and 4", len(keys["tuned"]),
			len(keys["fixed"]),
		)
	}
	for _, pair := range [][2]string{
		{"split 1", "split 2"}, {"tune 1", "tune 2"}, {"learner 1 split 0", "learner 2 split 0"},
		{"learner 1 split 0", "learner 1 split 1"},
	} {
		if drawn[pair[0]] == drawn[pair[1]] {
			t.Errorf("%s and %s draw %q", pair[0], pair[1], drawn[pair[0]])
		}
	}
	w := written(t, store)
	at := slices.IndexFunc(
		fits, func(f record.Fit) bool { return f.Seed == record.Seeds{Split: 2, Learner: 1, Tune: 2} },
	)
	if lines := record.Differences(fits[at], *replay(t, w, &fits[at], plan.Options{})); len(
		lines,
	) > 0 {
		t.Errorf("done again: %s", strings.Join(lines, "; "))
	}
}

// TestIdleSplitSeeds: if split seeds draw nothing, only the first is used. If this holds for all
// datasets, the suite is wrong. Other hidden labels make another split.
func TestIdleSplitSeeds(t *testing.T) {
	t.Parallel()
	self := must(os.Executable())(t)
	const folds, drawn = "chains: {words: 60, split: {train: [0], test: [1]}, as: folds}", "chains: {words: 60, split: {train: 20, test: 20}}"
	const hidden = "chains: {words: 60, split: {train: [0], partial: [2], labels: 0.5, test: [1]}, " +
		"as: hidden}"
	for _, test := range []struct {
		datasets, splits string // splits of each fit
		note             string
	}{
		{folds + ", " + drawn, "0 0 0 0 1 1", "dataset folds: its split is the same for all 2 split " +
			"seeds: only the first is used"},
		{hidden, "0 0 1 1", ""},
		{folds, "", "suite.yaml:4:9: 2 split seeds draw nothing: the split of every dataset is the " +
			"same for all of them: leave split out"},
	} {
		text := fmt.Sprintf(
			"suite: idle\ndatasets: [%s]\nlearners: [%q]\nseeds: {split: 2, learner: 2}\n", test.datasets,
			self+" plain",
		)
		s := must(suite.Parse(filepath.Join(t.TempDir(), "suite.yaml"), []byte(text)))(t)
		notes := ""
		planned, err := plan.New(
			context.Background(), s, plan.Options{Note: func(line string) { notes += line }},
		)
		if err != nil {
			notes = err.Error()
		}
		splits := []string{}
		if err == nil {
			for _, f := range planned.Fits {
				splits = append(splits, fmt.Sprint(f.Split))
			}
		}
		if got := strings.Join(splits, " "); got != test.splits ||
			!strings.Contains(notes, test.note) ||
			test.note == "" && notes != "" {
			t.Errorf("%s: splits %q, want %q; said %q", test.datasets, got, test.splits, notes)
		}
	}
}
