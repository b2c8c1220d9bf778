package run_test

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/host/find"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
	"github.com/spbench/spbench/harness/internal/suite"
)

// Sentences of words with labels. Z is in the test set alone, and is label 0 of the dataset.
const (
	taggedTest = `in Z
the O
New B
York I

old O
York B

more Z
`
	taggedTrain = `the O
New B
York I
Times I

in O
York B

old O
Times B
more O

the O
old O
times O

New B
Times I
`
)

// labelsIn writes the sentences as two files, with another label instead of Z. It returns the path of
// the test set and the arguments of a dataset.
func labelsIn(t *testing.T, z string) (test, args string) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
		return filepath.Join(dir, name)
	}
	test = write("test.conll", strings.ReplaceAll(taggedTest, "Z", z))
	return test, fmt.Sprintf(
		`path: [%s, %s], templates: "U0:%%x[0,0]\nU1:%%x[-1,0]\nB", split: {train: [1], test: [0]}`,
		test, write("train.conll", taggedTrain))
}

// allLearners returns a suite's list of all shipped learners.
func allLearners(t *testing.T) (list string) {
	t.Helper()
	for _, name := range find.Names(find.Options{}) {
		list += "  - " + name + "\n"
	}
	if strings.Count(list, "\n") < 8 {
		t.Fatalf("learners:\n%s", list)
	}
	return list
}

// TestLabelsOfTheTestSet: a label of the test set alone changes no bit of a fit or prediction.
// Its variables are wrong. They have probability 0.
func TestLabelsOfTheTestSet(t *testing.T) {
	t.Parallel()
	test, z := labelsIn(t, "Z")
	_, o := labelsIn(t, "O")
	fits, store := runStored(t, `
suite: labels
datasets:
  - file: {`+z+`, as: with}
  - file: {`+o+`, as: without}
learners:
`+allLearners(t)+`budget: {passes: 5}
decoders: [map, mpm, perturb: {draws: 20}, icm, map: {reveal: 0.5, as: revealed}]
metrics: [hamming-micro, log-loss-micro, brier-micro, f1, expected-hamming]
`, run.Options{Marginals: true})
	w, half, measured := written(t, store), len(fits)/2, 0
	if unseen := fmt.Sprint(w.Unseen); unseen != "map[with:Z (2)]" {
		t.Errorf("unseen labels: %s", unseen)
	}
	past := must(plan.Reopen(w, "with", plan.Options{}))(t)
	list := must(past.Data.ReadUnlabelled(past.Args, test))(t).Instances
	for i := range half {
		with, without := &fits[i], &fits[half+i]
		if with.Outcome != without.Outcome || with.WeightsFile != without.WeightsFile ||
			fmt.Sprint(with.Audit) != fmt.Sprint(without.Audit) {
			t.Errorf("%s: %+v and weights %.9s, without the label %+v and %.9s", with.Label, with.Outcome,
				with.WeightsFile, without.Outcome, without.WeightsFile)
		}
		if a, b := with.Identity["label-set"], without.Identity["label-set"]; a == "" || b != "" {
			t.Errorf("%s: the keys have label sets %q and %q", with.Label, a, b)
		}
		f := must(past.Fit(with))(t)
		older := *with
		older.Identity = maps.Clone(with.Identity)
		delete(older.Identity, "label-set")
		if _, err := past.Fit(&older); err == nil || !strings.Contains(err.Error(), "run the suite again") {
			t.Errorf("%s: reopened with other labels: %v", with.Label, err)
		}
		for r := range with.Rows {
			a, b := &with.Rows[r], &without.Rows[r]
			if a.Outcome.Kind != b.Outcome.Kind {
				t.Errorf("%s: %s: %+v, without the label %+v", with.Label, a.Label, a.Outcome, b.Outcome)
			}
			if a.Outcome.Kind == record.Skipped {
				continue
			}
			measured++
			kept := comparePredictions(t, with.Label+" "+a.Label, store.Dir(), a, b)
			if a.Label == "revealed" {
				continue
			}
			weights := must(record.Weights(store.Dir(), with.WeightsFile))(t)
			again := must(score.Label(t.Context(), f, with, a, weights, list[len(list)-3:]))(t)
			for j := range again {
				if !slices.Equal(again[j].Labels, kept[j]) {
					t.Errorf("%s: labels %v, stored are %v", f, again[j].Labels, kept[j])
				}
			}
		}
	}
	if measured < 25 {
		t.Errorf("%d rows were measured", measured)
	}
}

// comparePredictions compares the rows of datasets with the label Z and without, and measures the
// first one. It returns its labels.
func comparePredictions(t *testing.T, name, dir string, with, without *record.Row) [][]int32 {
	t.Helper()
	a, b := must(record.ReadPredictions(dir, with))(t), must(record.ReadPredictions(dir, without))(t)
	wrong, n, logLoss, brier := 0.0, 0.0, 0.0, 0.0
	for i, gold := range [][]int32{{0, 1, 2, 3}, {1, 2}, {0}} {
		for v, k := range gold {
			y := a.Labels[i][v]
			if y != b.Labels[i][v]+1 {
				t.Errorf("%s: label %d, without the label %d", name, y, b.Labels[i][v])
			}
			if n++; y != k {
				wrong++
			}
			if a.Marginals == nil {
				continue
			}
			q := a.Marginals[i][4*v:][:4]
			if q[0] != 0 || !slices.Equal(q[1:], b.Marginals[i][3*v:][:3]) {
				t.Errorf("%s: marginals %v, without the label %v", name, q, b.Marginals[i][3*v:][:3])
			}
			logLoss -= math.Log(max(q[k], 1e-12))
			for j, p := range q {
				if int32(j) == k {
					p = 1 - p
				}
				brier += p * p
			}
		}
	}
	if with.Label == "revealed" { // some variables do not count
		return a.Labels
	}
	want := map[string]float64{"hamming-micro": wrong / n, "log-loss-micro": logLoss / n,
		"brier-micro": brier / n}
	for metric, v := range want {
		have := float64(with.Metrics[metric])
		if metric != "hamming-micro" && a.Marginals == nil {
			continue
		}
		if !(math.Abs(have-v) < 1e-12) {
			t.Errorf("%s: %s is %v, want %v", name, metric, have, v)
		}
	}
	return a.Labels
}

// TestOneLabelInTraining: every learner fits to a training set of one label. It predicts this
// label.
func TestOneLabelInTraining(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"train": "the O\nold O\n\nnew O\nin O\n", "test": "York B\nold O\n",
	} {
		check(t, os.WriteFile(filepath.Join(dir, name+".conll"), []byte(text), 0o666))
	}
	fits := runSuite(t, `
suite: one
datasets: [file: {path: {train: `+dir+`/train.conll, test: `+dir+`/test.conll}, templates: "U0:%x[0,0]\nB"}]
learners:
`+allLearners(t)+`budget: {passes: 5}
decoders: [map]
`, run.Options{})
	for i := range fits {
		rec := &fits[i]
		if rec.Outcome.Failed() || rec.Outcome.Kind != record.Skipped && rec.Rows[0].Metrics["hamming"] != 0.5 {
			t.Errorf("%s: %+v, %v", rec.Label, rec.Outcome, rec.Rows)
		}
	}
}

// TestCostOfLabels: a matrix of costs is by the numbers of labels, so labels must be declared.
func TestCostOfLabels(t *testing.T) {
	t.Parallel()
	_, args := labelsIn(t, "O")
	text := `
datasets: [file: {` + args + `}]
learners: [ssvm]
train-loss:
  cost: {matrix: [[0, 1, 2], [3, 0, 4], [5, 6, 0]]}
`
	s := must(suite.Parse(filepath.Join(t.TempDir(), "suite.yaml"), []byte(text)))(t)
	if _, err := plan.New(t.Context(), s, plan.Options{}); err == nil ||
		!strings.Contains(err.Error(), "suite.yaml:5:") || !strings.Contains(err.Error(), "labels: [A, B, …]") {
		t.Errorf("error %v", err)
	}
	newPlan(t, t.TempDir(), strings.Replace(text, "{path", "{labels: [O, B, I], path", 1), plan.Options{})
}

// TestLabelsOfATrial: a trial of tuning has the labels of its training part. Other labels of its
// validation part are wrong.
func TestLabelsOfATrial(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := strings.ReplaceAll(taggedTest, "Z", "O")
	for name, text := range map[string]string{"train": taggedTrain, "dev": taggedTest, "test": text} {
		check(t, os.WriteFile(filepath.Join(dir, name+".conll"), []byte(text), 0o666))
	}
	p := newPlan(t, dir, `
datasets: [file: {path: {train: train.conll, dev: dev.conll, test: test.conll}, templates: "U0:%x[0,0]\nB"}]
learners: [crf: {lambda: [0.1, 1]}]
tune: {on: dev, refit: true}
`, plan.Options{})
	f := p.Fits[0]
	sets, _, err := f.Folds()
	check(t, err)
	trial, fit := must(sets[0].Prepared(f.Dataset))(t), must(must(f.Instances())(t).Prepared(f.Dataset))(t)
	if trial.Dims.K != 3 || fit.Dims.K != 4 || trial.Test[0].K != 4 {
		t.Errorf("a trial has %d labels and is scored by %d, the fit has %d", trial.Dims.K, trial.Test[0].K,
			fit.Dims.K)
	}
	if f.Identity()["label-set"] == "" {
		t.Error("the key does not tell that trials lack labels")
	}
	store := newStore(t, p)
	must(run.Run(t.Context(), p, store, run.Options{}))(t)
	for _, trial := range stored(t, store)[0].Trials {
		if v := float64(trial.Loss); !(v >= (0.25+1)/3) { // Z is one of four variables, and one of one
			t.Errorf("a trial has the loss %v", v)
		}
	}
}
