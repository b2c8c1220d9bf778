package run_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/data"
	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

const foldedSuite = `
suite: folds
datasets: [chains: {words: 60, split: {train: 20, test: 40}}]
loss: %s
train-loss: hamming
learners: [crf: {lambda: [1, 0.1, 0.001], as: CRF}]
tune: {folds: 3}
`

// foldOf returns the fold of each training instance of a fit, by its ID.
func foldOf(t *testing.T, f *plan.Fit, want int) map[string]int {
	t.Helper()
	sets, _, err := f.Folds()
	check(t, err)
	all, folds := must(f.Instances())(t).Train, map[string]int{}
	for i, set := range sets {
		if n := len(set.Test); n < len(all)/want || n > len(all)/want+1 || n+len(set.Train) != len(all) {
			t.Errorf("fold %d: %d instances, and %d to learn from", i, n, len(set.Train))
		}
		for j := range set.Test {
			folds[set.Test[j].ID] = i
		}
	}
	if len(sets) != want || len(folds) != len(all) {
		t.Fatalf("%d folds of %d different instances, want %d of %d", len(sets), len(folds), want, len(all))
	}
	return folds
}

// byHand returns the scores of a cross-validation by hand, by the parameters: a split for each fold
// of the training set of f, and one value for all instances.
func byHand(t *testing.T, f *plan.Fit) map[string]map[string]float64 {
	t.Helper()
	d, dir, fold := must(data.Load("chains", []byte(`{"words":60}`), ""))(t), t.TempDir(), foldOf(t, f, 3)
	d.Fold = slices.Repeat([]int{3}, len(d.Instances))
	for i := range d.Instances {
		if at, ok := fold[d.Instances[i].ID]; ok {
			d.Fold[i] = at
		}
	}
	var lines bytes.Buffer
	check(t, d.WriteJSONL(&lines))
	check(t, os.WriteFile(filepath.Join(dir, "own.jsonl"), lines.Bytes(), 0o666))
	planned := newPlan(t, dir, `
datasets:
  - own.jsonl: {split: [{train: [1, 2], test: [0]}, {train: [0, 2], test: [1]}, {train: [0, 1], test: [2]}]}
metrics: [hamming-micro]
learners: [crf: {lambda: [1, 0.1, 0.001]}]
`, plan.Options{})
	store := newStore(t, planned)
	must(run.Run(t.Context(), planned, store, run.Options{}))(t)
	fits := stored(t, store)
	check(t, record.ReadStatistics(store.Dir(), fits))
	slices.SortFunc(fits, func(a, b record.Fit) int { return a.Split - b.Split })
	num, den := map[string][]float64{}, map[string][]float64{}
	for _, f := range fits {
		s, key := f.Rows[0].Instances["hamming"], string(f.Params)
		num[key], den[key] = append(num[key], s.Num...), append(den[key], s.Den...)
	}
	scores := map[string]map[string]float64{}
	for key := range num {
		macro, errors, letters := 0.0, 0.0, 0.0
		for i, n := range num[key] {
			macro, errors, letters = macro+n/den[key][i], errors+n, letters+den[key][i]
		}
		if len(num[key]) != 20 {
			t.Fatalf("%s: %d instances", key, len(num[key]))
		}
		scores[key] = map[string]float64{"hamming": macro / 20, "hamming-micro": errors / letters}
	}
	return scores
}

// TestFoldsAreCrossValidation: the scores of tuning by folds are those of a cross-validation by
// hand, and the best of them is chosen. The bits are the same for any number of workers, and in a
// replay.
func TestFoldsAreCrossValidation(t *testing.T) {
	t.Parallel()
	var hand map[string]map[string]float64
	for _, loss := range []string{"hamming", "hamming-micro"} {
		text := fmt.Sprintf(foldedSuite, loss)
		if hand == nil {
			hand = byHand(t, newPlan(t, t.TempDir(), text, plan.Options{}).Fits[0])
		}
		fits, store := runStored(t, text, run.Options{Workers: 1})
		f := &fits[0]
		if !f.Outcome.Good() || len(f.Trials) != 3 || len(hand) != 3 {
			t.Fatalf("%+v, %d trials, %d by hand", f.Outcome, len(f.Trials), len(hand))
		}
		best, sizes := hand[string(f.Params)][loss], map[record.Number]bool{}
		for _, trial := range f.Trials {
			want := hand[string(trial.Params)][loss]
			if float64(trial.Loss) != want || want < best {
				t.Errorf("%s of %s: %v, by hand %v; chosen %s", loss, trial.Params, trial.Loss, want, f.Params)
			}
			if (trial.SE == 0) != bytes.Equal(trial.Params, f.Params) {
				t.Errorf("%s: standard error %v, chosen %s", trial.Params, trial.SE, f.Params)
			}
			sizes[trial.Loss] = true
		}
		if len(sizes) != 3 {
			t.Errorf("candidates score alike: %v", sizes)
		}
		two := runSuite(t, text+"seeds: 2\n", run.Options{Workers: 2})
		if i := slices.IndexFunc(two, func(g record.Fit) bool { return g.Key == f.Key }); i < 0 ||
			record.Differences(*f, two[i]) != nil {
			t.Errorf("two workers give different bits")
		}
		if lines := record.Differences(*f, *replay(t, written(t, store), f, plan.Options{})); len(lines) > 0 {
			t.Errorf("again: %q", lines)
		}
	}
}

// TestFoldsOfAll: there are at most as many folds as instances, and all learners have the same.
func TestFoldsOfAll(t *testing.T) {
	t.Parallel()
	f := newPlan(t, t.TempDir(), `
datasets: [chains: {words: 20, split: {train: 4, test: 10}}]
learners: [$plain: {shift: [1, 2], as: A}, $honest: {also: [1, 2], as: B}]
tune: {folds: 9}
`, plan.Options{}).Fits
	a, b := foldOf(t, f[0], 4), foldOf(t, f[1], 4)
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%v and %v", a, b)
	}
}

// TestFailedFold: a candidate fails with the first fold that fails, here the second one. Its loss is
// unknown. The choice is among the others.
func TestFailedFold(t *testing.T) {
	t.Parallel()
	f := runSuite(t, `
suite: failed
datasets: [chains: {words: 60, split: {train: 20, test: 20}}]
learners: [$uneven: {shift: [1, 2], also: [0, 13]}]
tune: {folds: 3, over: [shift, also]}
`, run.Options{})[0]
	for i, want := range []record.OutcomeKind{record.OK, record.Crash, record.OK, record.Crash} {
		trial := f.Trials[i]
		if trial.Outcome.Kind != want || (trial.Loss == trial.Loss) != (want == record.OK) {
			t.Errorf("%s: %+v, loss %v, want %s", trial.Params, trial.Outcome, trial.Loss, want)
		}
	}
	if !f.Outcome.Good() || !strings.Contains(string(f.Params), `"also":0`) {
		t.Errorf("%+v with %s", f.Outcome, f.Params)
	}
}

// TestInterruptedFolds: tuning that is interrupted in the middle of folds goes on behind the last
// one, and has the results of an uninterrupted run.
func TestInterruptedFolds(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	text := strings.Replace(longSuite, "fraction: 0.5", "folds: 3", 1)
	whole, cut := newStage(t, text), newStage(t, text)
	whole.run(t, 0)
	runs := 1
	for ; !cut.run(t, 40+runs); runs++ {
		if runs > 40 { // a trial has 120 steps, and no run so far had 100
			t.Fatal("it does not get on")
		}
	}
	want, got := stored(t, whole.store), stored(t, cut.store)
	if runs < 5 || len(want) != 2 || len(got) != 2 || !strings.Contains(cut.said, "after 1 trials, after 0") {
		t.Fatalf("%d runs, %d and %d fits: %s", runs, len(want), len(got), cut.said)
	}
	for i := range want {
		if record.Differences(want[i], got[i]) != nil {
			t.Errorf("%s differs: %q", want[i].Label, record.Differences(want[i], got[i]))
		}
		for _, trial := range want[i].Trials {
			if trial.Counts.Visits != 3*40 {
				t.Errorf("%s: %d visits of three folds, want 120", trial.Params, trial.Counts.Visits)
			}
		}
	}
}

// TestDevelopmentSet: candidates learn from the training set. They are scored on the development
// set. The final fit gets it if the suite asks for that. A split without the part has the same training
// set.
func TestDevelopmentSet(t *testing.T) {
	t.Parallel()
	const text = `
suite: dev
datasets: [chains: {words: 60, split: {train: 15, dev: 9, test: 20}}]
learners: [$counts: {also: [1, 2], as: tuned}, $counts: {as: fixed}]
tune: {on: dev}
`
	ids := func(f *plan.Fit) [3][]string {
		p := must(f.Instances())(t)
		sets, _, err := f.Folds()
		check(t, err)
		var lists [3][]string
		for i, list := range [][]string{f.TrainingIDs(), nil, nil} {
			lists[i] = list
		}
		for i := range sets[0].Train {
			lists[1] = append(lists[1], sets[0].Train[i].ID)
		}
		for i := range sets[0].Test {
			lists[2] = append(lists[2], sets[0].Test[i].ID)
		}
		if len(sets) != 1 || len(p.Train) != len(lists[0]) {
			t.Errorf("%d sets; %d instances, %d IDs", len(sets), len(p.Train), len(lists[0]))
		}
		return lists
	}
	alone := ids(newPlan(t, t.TempDir(), text, plan.Options{}).Fits[0])
	refit := ids(newPlan(t, t.TempDir(), strings.Replace(text, "dev}", "dev, refit: true}", 1), plan.Options{}).Fits[0])
	none := newPlan(t, t.TempDir(), strings.NewReplacer("dev: 9, ", "", "tune: {on: dev}", "tune: {}").Replace(text),
		plan.Options{}).Fits[0]
	if !slices.Equal(alone[0], none.TrainingIDs()) || !slices.Equal(alone[0], alone[1]) ||
		!slices.Equal(alone[1], refit[1]) || !slices.Equal(alone[2], refit[2]) || len(alone[2]) != 9 {
		t.Errorf("%v, with refit %v", alone, refit)
	}
	both := slices.Concat(alone[1], alone[2])
	slices.Sort(both)
	if got := slices.Sorted(slices.Values(refit[0])); !slices.Equal(got, slices.Compact(both)) || len(got) != 24 {
		t.Errorf("refitted to %v, want %v", got, both)
	}
	for text, want := range map[string]float64{text: 15, strings.Replace(text, "dev}", "dev, refit: true}", 1): 24} {
		fits, store := runStored(t, text, run.Options{})
		for i := range fits {
			w := must(record.Weights(store.Dir(), fits[i].WeightsFile))(t)
			if !fits[i].Outcome.Good() || w[0] != want {
				t.Errorf("%s: %+v, %v training instances, want %v", fits[i].Label, fits[i].Outcome, w[0], want)
			}
		}
	}
}
