package report

import (
	"slices"
	"strings"
	"testing"
)

// TestNoteBoxes: what no box kept is marked, and different boxes are told apart; one box for all is no news.
func TestNoteBoxes(t *testing.T) {
	for _, test := range []struct {
		boxes []string
		want  []string
		marks int
	}{
		{[]string{"", ""}, nil, 0},
		{[]string{"bubblewrap", "bubblewrap"}, nil, 0},
		{[]string{"none", "none"}, []string{"no box kept any learner from"}, 1},
		{[]string{"landlock", "none"}, []string{"no box kept B from", "A (landlock); B (none)"}, 1},
		{[]string{"bubblewrap", "landlock"}, []string{"A (bubblewrap); B (landlock)"}, 0},
	} {
		table := &Table{}
		table.noteBoxes([]Entry{{Label: "A", Box: test.boxes[0]}, {Label: "B", Box: test.boxes[1]}, {Label: "B", Box: test.boxes[1]}})
		if len(table.Notes) != len(test.want) || len(table.cautions) != test.marks {
			t.Errorf("%q: %q, of which %d warn", test.boxes, table.Notes, len(table.cautions))
		}
		for _, want := range test.want {
			if !slices.ContainsFunc(table.Notes, func(note string) bool { return strings.Contains(note, want) }) {
				t.Errorf("%q: %q does not say %q", test.boxes, table.Notes, want)
			}
		}
	}
}
