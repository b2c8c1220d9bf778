package run_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/run"
)

// TestAhead: processes that start ahead serve one trial or fit each. Their output is in the log of
// that fit. None is left.
func TestAhead(t *testing.T) {
	m := newMatrix(t)
	m.plant(t, names.name)
	store, planned := m.plan(t, 3, "{names-itself: {also: [1, 2]}}", "tune: {fraction: 0.2}")
	if _, err := run.Run(t.Context(), planned, store, run.Options{}); err != nil {
		t.Fatal(err)
	}
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
