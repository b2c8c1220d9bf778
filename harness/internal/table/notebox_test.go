package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
)

// TestNoteBoxes: what no box kept is marked, and different boxes are told apart; one box for all is no news.
func TestNoteBoxes(t *testing.T) {
	for _, test := range []struct {
		boxes []string
		want  []string
		marks int
	}{
		{[]string{"", ""}, []string{"not recorded whether a box kept any learner"}, 0},
		{[]string{"bubblewrap", "bubblewrap"}, nil, 0},
		{[]string{"landlock", "landlock"}, []string{"kept in the box landlock, which hides less"}, 0},
		{[]string{"none", "none"}, []string{"no box kept any learner from"}, 1},
		{[]string{"none, then on bubblewrap", "bubblewrap"}, []string{"no box kept A from", "B (bubblewrap); A (none)"}, 1},
		{[]string{"landlock", "bubblewrap, then on landlock"}, []string{"kept in the box landlock, which hides less"}, 0},
		{[]string{"landlock", "none"}, []string{"no box kept B from", "A (landlock); B (none)"}, 1},
		{[]string{"bubblewrap", "landlock"}, []string{"A (bubblewrap); B (landlock)"}, 0},
		{[]string{"bubblewrap", ""}, []string{"not recorded whether a box kept B"}, 0},
		{[]string{"landlock, open to signals", "landlock, open to signals"}, []string{"the box of all learners was landlock, open to signals"}, 1},
		{[]string{"bubblewrap", "landlock, open to system calls"}, []string{"the box of B was landlock, open to", "A (bubblewrap); B (landlock, open to"}, 1},
	} {
		table := &Table{}
		ok := record.Outcome{Kind: record.OK}
		table.noteBoxes([]Entry{{Label: "A", Box: test.boxes[0], Outcome: ok}, {Label: "B", Box: test.boxes[1], Outcome: ok}, {Label: "B", Box: test.boxes[1], Outcome: ok},
			{Label: "never started", Outcome: record.Outcome{Kind: record.Crash}}})
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
