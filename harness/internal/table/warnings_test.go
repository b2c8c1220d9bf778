package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// TestOneWarning: warnings of several seeds that differ in their numbers are one note, and failures
// one footnote.
func TestOneWarning(t *testing.T) {
	entries := run("small", 3, 20, false)
	for i := range entries {
		if e := &entries[i]; e.Label == "CRF" {
			e.Fit.Warnings = []string{fmt.Sprintf("oracle: MAP by alpha-expansion for %d of 60",
				41+e.Seed.Learner)}
		}
	}
	for seed := uint64(1); seed <= 3; seed++ {
		fail(entries, "independent", "", seed, record.Skipped,
			fmt.Sprintf("oracle: edge %d (0–1): it adds to -0.000%d", seed, 30+seed))
	}
	tab := build(t, entries)
	notes := notesOf(tab)
	if want := "Warning (CRF): oracle: MAP by alpha-expansion for 42 to 44 of 60"; !strings.Contains(notes, want) || strings.Count(notes, "Warning (") != 1 {
		t.Errorf("notes\n%s\nwant one warning: %s", notes, want)
	}
	if want := "skipped: oracle: edge 1 to 3 (0–1): it adds to -0.00033 to -0.00031"; !slices.Equal(tab.Footnotes, []string{want}) {
		t.Errorf("footnotes %q, want %q", tab.Footnotes, want)
	}
}

// TestConstants: rows that predict one label are named even in short notes, with their dataset.
func TestConstants(t *testing.T) {
	entries := run("small", 3, 20, false)
	for i := range entries {
		if e := &entries[i]; e.Label == "CRF" && e.Seed.Learner < 3 {
			e.Fit.Warnings = []string{`one label by decoder mpm: it predicts label "a"`}
		}
	}
	tab := build(t, entries)
	want := "Warning: one label for every variable, the number of a constant: " +
		"CRF mpm on small (2 of 3 fits)."
	if i := slices.Index(tab.Notes, want); i < 0 || tab.Levels[i] != table.Short {
		t.Errorf("notes\n%s\nwant %s", notesOf(tab), want)
	}
}
