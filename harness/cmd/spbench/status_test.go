package main

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run/plan"
	"github.com/spbench/spbench/harness/internal/suite"
)

const statusSuite = `
suite: toy
datasets: [chains: {words: 20, split: {train: 10, test: 10}}]
learners: [crf]
decoders: [map]
seeds: 2
`

// planned returns the plan and the run folder of a suite without fits.
func planned(t *testing.T, text string) (*plan.Plan, *record.Store) {
	t.Helper()
	s := must(suite.Parse(filepath.Join(t.TempDir(), "suite.yaml"), []byte(text)))(t)
	planned := must(plan.New(context.Background(), s, plan.Options{}))(t)
	store := must(record.CreateShard(t.TempDir(), "toy", planned.Text, "1of1"))(t)
	t.Cleanup(func() { _ = store.Close() })
	return planned, store
}

// outcomeOf returns a record of a planned fit.
func outcomeOf(f *plan.Fit, kind record.OutcomeKind, reason string) record.Fit {
	return record.Fit{
		Key: f.Key, Identity: f.Identity(), Suite: "toy", Dataset: f.Dataset.Spec.Label,
		DatasetHash: f.Dataset.Data.Hash, Split: f.Split, Seed: f.Seed,
		Learner: f.Learner.Name, Label: f.Learner.Label, Params: []byte("{}"),
		Outcome: record.Outcome{Kind: kind, Reason: reason},
		Times:   record.Times{Host: 10},
	}
}

// TestStatusOfBuilds: fits of two builds count once, and earlier failures are not shown.
func TestStatusOfBuilds(t *testing.T) {
	planned, store := planned(t, statusSuite)
	var out bytes.Buffer
	screen := &terminal{ctx: t.Context(), out: &out, err: &out}
	if need(t, new(statusCommand).Run(screen, store.Dir())); !strings.HasSuffix(out.String(),
		"0 of 2 done\n") {
		t.Errorf("before the first fit it says\n%s", out.String())
	}
	earlier := outcomeOf(planned.Fits[0], record.Crash, "of an earlier build")
	earlier.Identity = maps.Clone(earlier.Identity)
	earlier.Identity["build"] = "binary:" + strings.Repeat("0", 64)
	earlier.Key = record.Key(earlier.Identity)
	for _, f := range []record.Fit{earlier,
		outcomeOf(planned.Fits[0], record.Skipped, "not for words")} {
		need(t, store.Append(0, f))
	}
	need(t, new(statusCommand).Run(screen, store.Dir()))
	if text := out.String(); !regexp.MustCompile(`fits +1 of 2 done: skipped \(1\)\n`).MatchString(text) || strings.Contains(text, "earlier build") {
		t.Errorf("it says\n%s", text)
	}
}
