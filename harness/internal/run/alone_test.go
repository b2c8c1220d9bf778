package run_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/run"
)

// TestOwnProcess: each process serves one trial or fit. Its output is in the log of that fit. None is
// left.
func TestOwnProcess(t *testing.T) {
	m := newMatrix(t)
	m.plant(t, names.name)
	store, planned := m.plan(t, 3, "{names-itself: {also: [1, 2]}}", "tune: {fraction: 0.2}")
	must(run.Run(t.Context(), planned, store, run.Options{}))(t)
	var all []string
	for _, f := range stored(t, store) {
		text, err := os.ReadFile(store.LogPath(f.Key))
		folders := strings.Fields(string(text))
		if err != nil || len(folders) != 3 { // two trials and the fit
			t.Errorf("seed %d: %q, %v", f.Seed.Learner, folders, err)
		}
		all = append(all, folders...)
	}
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != 9 {
		t.Errorf("%d processes for 9 trials and fits", n)
	}
	m.checkNothingLeft(t)
}

// TestAlone: with one worker, no two processes run at once: not of two fits, of two trials, or of two
// rounds of revealed labels. A process sees no folder but its own.
func TestAlone(t *testing.T) {
	for _, more := range []string{"tune: {folds: 2}\ndecoders: [own]\nreveal: {parts: 2}",
		"decoders:\n  - own\n  - own: {as: shown, reveal: 0.5}\n  - map"} {
		m := newMatrix(t)
		m.plant(t, looks.name)
		learner := "looks-around"
		if strings.Contains(more, "tune") {
			learner = "{looks-around: {also: [1, 2]}}"
		}
		store, planned := m.plan(t, 2, learner, "sandbox: none\n"+more)
		must(run.Run(t.Context(), planned, store, run.Options{}))(t)
		for _, f := range stored(t, store) {
			text := string(must(os.ReadFile(store.LogPath(f.Key)))(t))
			if n := strings.Count(text, "learners: "); n == 0 || n > strings.Count(text, "learners: 1\n") {
				t.Errorf("%q, seed %s: %s", more, f.Seed, text)
			}
			if !f.Outcome.Good() || strings.Contains(more, "map") && len(f.Rows) != 3 {
				t.Errorf("%q: %+v, %d rows", more, f.Outcome, len(f.Rows))
			}
		}
		m.checkNothingLeft(t)
	}
}
