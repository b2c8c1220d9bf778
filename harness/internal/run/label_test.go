package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/run/score"
)

// TestLabelsAreThoseStored: the file with the test set of a fit gets its stored predictions, bit by
// bit, with each decoder: its features by templates, a minimum count and standardisation.
func TestLabelsAreThoseStored(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		check(t, os.WriteFile(name, []byte(text), 0o666))
		return name
	}
	train := write("train.conll", "the DET\ncat NOUN\nsleeps VERB\n\na DET\ndog NOUN\nbarks VERB\n\n"+
		"cats NOUN\nsleep VERB\n\nno DET\ncat NOUN\nbarks VERB\n")
	test := write("test.conll", "the DET\nfox NOUN\nsleeps VERB\n\nfoxes NOUN\nbark VERB\n")
	dense := write("dense.jsonl", `{"labels": ["A", "B"]}
{"id": "a", "fold": 0, "chain": true, "gold": [0, 1], "nodes": [[1, 9], [2, 1]]}
{"id": "b", "fold": 0, "chain": true, "gold": [1, 0], "nodes": [[1, 2], [2, 9]]}
{"id": "c", "fold": 1, "chain": true, "gold": [1, 0], "nodes": [[1, 5], [9, 4]]}
`)
	fits, store := runStored(t, `
suite: label
datasets:
  - file: {path: [`+train+`, `+test+`], templates: "U0:%x[0,0]\nU1:%x[-1,0,lower]\nU2:%x[0,0,suffix 1]\nB\nB1:%x[0,0,prefix 1]", min_count: 2, split: {train: [0], test: [1]}, as: words}
  - file: {path: `+dense+`, standardise: true, split: {train: [0], test: [1]}, as: dense}
learners:
  - ${honest}: {as: honest}
decoders: [map, mpm, perturb: {draws: 20}]
seeds: 2
`, run.Options{Marginals: true})
	w := written(t, store)
	done := 0
	for i := range fits {
		rec := &fits[i]
		past := must(plan.Reopen(w, rec.Dataset, plan.Options{}))(t)
		f := must(past.Fit(rec))(t)
		weights := must(record.Weights(store.Dir(), rec.WeightsFile))(t)
		list := must(past.Data.ReadUnlabelled(past.Args, map[string]string{"words": test,
			"dense": dense}[rec.Dataset]))(t).Instances
		kept := must(record.ReadPredictions(store.Dir(), &rec.Rows[0]))(t)
		list = list[len(list)-len(kept.Labels):]
		for r := range rec.Rows {
			preds := must(score.Label(t.Context(), f, rec, &rec.Rows[r], weights, list))(t)
			kept := must(record.ReadPredictions(store.Dir(), &rec.Rows[r]))(t)
			for j := range preds {
				done++
				if !slices.Equal(preds[j].Labels, kept.Labels[j]) {
					t.Errorf("%s: %s: labels %v, stored are %v", f, rec.Rows[r].Label, preds[j].Labels,
						kept.Labels[j])
				}
				if kept.Marginals != nil && !slices.Equal(preds[j].Marginal, kept.Marginals[j]) {
					t.Errorf("%s: %s: other marginals", f, rec.Rows[r].Label)
				}
			}
		}
	}
	if done != 2*3*(2+1) {
		t.Errorf("%d predictions", done)
	}
}
