package run_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/run"
	"github.com/spbench/spbench/harness/internal/run/plan"
)

// An editor runs edited suites in one results folder.
type editor struct {
	t       *testing.T
	results string
}

func newEditor(t *testing.T) *editor { return &editor{t, t.TempDir()} }

// run returns the summary and notes of a run, its records, and its folder.
func (e *editor) run(
	text string,
) (summary run.Summary, said string, fits []record.Fit, dir string) {
	e.t.Helper()
	planned := newPlan(e.t, e.t.TempDir(), text, plan.Options{})
	others := must(record.Runs(e.results))(e.t)
	store := must(record.Create(e.results, "run", planned.Text))(e.t)
	summary = must(
		run.Run(e.t.Context(), planned, store, run.Options{Others: others, Observe: noting(&said)}),
	)(
		e.t,
	)
	fits = stored(e.t, store)
	check(e.t, store.Close())
	return summary, said, fits, store.Dir()
}

const editedSuite = `
suite: edited
about: One.
datasets:
  - chains: {words: 40, split: {train: 10, test: 20}}
learners:
  - ${honest}: {as: A}
  - ${plain}: {as: B, shift: 1}
train-loss: hamming-count
metrics: [hamming-micro]
decoders: [map]
limits: {seconds: 60}
seeds: 2
`

// TestNineEdits: an edit of a suite trains only new fits. Each edit is one of the base suite, and
// makes a plan of its own.
func TestNineEdits(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	e := newEditor(t)
	_, _, base, _ := e.run(editedSuite)
	if len(base) != 4 {
		t.Fatalf("%d fits", len(base))
	}
	for _, edit := range []struct {
		name, old, new string
		fitted, scored int // again
	}{
		{"about", "One.", "Two.", 0, 0},
		{"label", "as: A", "as: Z", 0, 0},
		{"drop a learner", "  - ${honest}: {as: A}\n", "", 0, 0},
		{"add a learner", "train-loss", "  - ${plain}: {as: C, shift: 2}\ntrain-loss", 2, 0},
		{"add a seed", "seeds: 2", "seeds: 3", 2, 0},
		{"metric", "[hamming-micro]", "[hamming-micro, zero-one]", 0, 4},
		{"first metric", "metrics: [hamming-micro]", "loss: zero-one", 0, 4},
		{"decoder", "[map]", "[map, icm]", 0, 4},
		{"dataset", "learners:", "  - blobs: {images: 10, rows: 3, columns: 3, split: {train: 5, " +
			"test: 5}}\nlearners:", 4, 0},
		{"wider limits", "seconds: 60", "seconds: 90", 0, 0},
		{"no limits", "limits: {seconds: 60}\n", "", 0, 0},
		{"threads", "seconds: 60", "seconds: 60, threads: 2", 4, 0},
		{"narrower limits", "seconds: 60", "seconds: 50", 4, 0},
		{"another limit", "seconds: 60", "seconds: 60, memory: 8GB", 4, 0},
		{"seeds by source", "seeds: 2", "seeds: {split: 2, learner: 2}", 4, 0},
	} {
		text := strings.Replace(editedSuite, edit.old, edit.new, 1)
		if text == editedSuite {
			t.Fatalf("%s: nothing is edited", edit.name)
		}
		did, said, fits, dir := e.run(text)
		rescored := 0
		if _, text, ok := strings.Cut("\n"+said, fmt.Sprintf("\n%d fits are scored again", edit.scored)); ok &&
			text != "" {
			rescored = edit.scored
		}
		if did.Fitted != edit.fitted || rescored != edit.scored || did.Failed > 0 ||
			edit.scored == 0 && did.Before != did.Fits-edit.fitted {
			t.Errorf(
				"%s: %d fits done, want %d; %d scored again, want %d; %+v; said\n%s", edit.name, did.Fitted,
				edit.fitted, rescored, edit.scored, did, said,
			)
		}
		again, _, _, _ := e.run(text)
		if again.Fitted != 0 || again.Before != again.Fits {
			t.Errorf("%s, run again: %+v", edit.name, again)
		}
		if err := record.ReadStatistics(dir, fits); err != nil {
			t.Errorf("%s: %v", edit.name, err)
		}
		for _, f := range fits {
			if _, err := record.Weights(dir, f.WeightsFile); err != nil || f.Suite != "edited" {
				t.Errorf("%s: %s of suite %s: %v", edit.name, f.Label, f.Suite, err)
			}
		}
		// Fits added by other edits are removed, so that each edit is compared with the base alone.
		check(t, os.RemoveAll(dir))
	}
}

// TestEditsWhereTuned: a new first metric or decoder repeats the tuning of tuned fits only. A new
// one behind the first does not.
func TestEditsWhereTuned(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	e := newEditor(t)
	tuned := strings.Replace(
		editedSuite, "shift: 1", "shift: [1, 2]", 1,
	) + "tune: {fraction: 0.3}\n"
	e.run(tuned)
	for _, edit := range []struct {
		old, new string
		fitted   int
	}{
		{"[hamming-micro]", "[hamming-micro, zero-one]", 0},
		{"metrics: [hamming-micro]", "loss: zero-one", 2},
		{"[map]", "[icm, map]", 2},
		{"shift: [1, 2]", "shift: [1, 3]", 2},
	} {
		did, said, _, _ := e.run(strings.Replace(tuned, edit.old, edit.new, 1))
		if did.Fitted != edit.fitted {
			t.Errorf(
				"%s for %s: %d fits done, want %d; said\n%s", edit.new, edit.old, did.Fitted, edit.fitted,
				said,
			)
		}
	}
}

// TestCutShortIsFittedAgain: a fit that its limit ended is made again in another run, and under
// wider limits. In its own run it is kept.
func TestCutShortIsFittedAgain(t *testing.T) {
	t.Parallel()
	longtest.Skip(t)
	e := newEditor(t)
	const text = "suite: cut\ndatasets: [chains: {words: 40, split: {train: 10, test: " +
		"20}}]\nlearners: [${sleeps}: {as: A}]\nlimits: {seconds: %s}\nabout: %s\n"
	first, _, fits, _ := e.run(fmt.Sprintf(text, "0.5", "One."))
	if first.Fitted != 1 || fits[0].Outcome.Kind != record.Timeout {
		t.Fatalf("%+v: %+v", first, fits[0].Outcome)
	}
	if did, _, _, _ := e.run(fmt.Sprintf(text, "0.5", "One.")); did.Fitted != 0 || did.Failed != 1 {
		t.Errorf("the same run: %+v", did)
	}
	if did, _, _, _ := e.run(fmt.Sprintf(text, "0.5", "Two.")); did.Fitted != 1 {
		t.Errorf("another run: %+v", did)
	}
	if did, _, _, _ := e.run(fmt.Sprintf(text, "0.6", "One.")); did.Fitted != 1 {
		t.Errorf("wider limits: %+v", did)
	}
}
