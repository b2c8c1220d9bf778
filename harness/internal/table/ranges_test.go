package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// TestMergeNumbers: texts that differ in numbers only become one text with ranges; names and quoted labels that differ
// keep two texts apart.
func TestMergeNumbers(t *testing.T) {
	for _, c := range []struct{ texts, want []string }{
		{nil, nil},
		{[]string{"MAP by alpha-expansion for 43 of 60", "MAP by alpha-expansion for 45 of 60", "other", "MAP by alpha-expansion for 42 of 60"},
			[]string{"MAP by alpha-expansion for 42 to 45 of 60", "other"}},
		{[]string{"edge 0 (0–1): it adds to -0.00036, to 3e-5.", "edge 0 (0–1): it adds to -0.0002, to 4e-05."},
			[]string{"edge 0 (0–1): it adds to -0.00036 to -0.0002, to 3e-5 to 4e-05."}},
		{[]string{`it predicts "3"`, `it predicts "5"`}, []string{`it predicts "3"`, `it predicts "5"`}},
		{[]string{"file a1.txt", "file a2.txt"}, []string{"file a1.txt", "file a2.txt"}},
		{[]string{"9 of 10", "9 of  10"}, []string{"9 of 10"}},
	} {
		if got, _ := table.MergeNumbers(c.texts); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.texts, got, c.want)
		}
	}
	_, members := table.MergeNumbers([]string{"1 of 2", "x", "2 of 2"})
	if len(members) != 2 || !slices.Equal(members[0], []int{0, 2}) || !slices.Equal(members[1], []int{1}) {
		t.Errorf("members %v", members)
	}
}

// TestOneWarning: warnings of several seeds that differ in their numbers are one note, and failures one footnote.
func TestOneWarning(t *testing.T) {
	entries := run("small", 3, 20, false)
	for i := range entries {
		if e := &entries[i]; e.Label == "CRF" {
			e.Warnings = []string{fmt.Sprintf("oracle: MAP by alpha-expansion for %d of 60", 41+e.Seed.Learner)}
		}
	}
	for seed := uint64(1); seed <= 3; seed++ {
		fail(entries, "independent", "", seed, record.Skipped, fmt.Sprintf("oracle: edge %d (0–1): it adds to -0.000%d", seed, 30+seed))
	}
	tab := build(t, entries)
	notes := notesOf(tab)
	if want := "Warning (CRF, 3 fits): oracle: MAP by alpha-expansion for 42 to 44 of 60"; !strings.Contains(notes, want) || strings.Count(notes, "Warning") != 1 {
		t.Errorf("notes\n%s\nwant one warning: %s", notes, want)
	}
	if want := "skipped: oracle: edge 1 to 3 (0–1): it adds to -0.00033 to -0.00031"; !slices.Equal(tab.Footnotes, []string{want}) {
		t.Errorf("footnotes %q, want %q", tab.Footnotes, want)
	}
}
