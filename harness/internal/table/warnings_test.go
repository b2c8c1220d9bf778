package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
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
