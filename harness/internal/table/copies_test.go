package table_test

import (
	"strings"
	"testing"
)

// TestCopies: copies are a note, in percent by dataset with the range over splits; without copies
// there is none.
func TestCopies(t *testing.T) {
	entries := append(run("small", 3, 100, true), run("large", 1, 100, false)...)
	if notes := notesOf(build(t, entries)); strings.Contains(notes, "Test instances with") {
		t.Errorf("without copies:\n%s", notes)
	}
	for i := range entries {
		if e := &entries[i]; e.Dataset == "small" {
			e.Copies = 10 * (e.Split + 1)
		} else {
			e.Copies, e.Test = 1, 10_000
		}
	}
	want := "Test instances with the features and the graph of a training instance: 10–30 % of small, less than 0.1 % of large."
	says(t, notesOf(build(t, entries)), want)
}
