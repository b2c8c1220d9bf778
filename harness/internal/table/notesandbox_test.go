package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
)

// TestNoteSandboxes: what no sandbox kept is marked, and different sandboxes are told apart; one sandbox for all is no news.
func TestNoteSandboxes(t *testing.T) {
	for _, test := range []struct {
		sandboxes []string
		want      []string
		marks     int
	}{
		{[]string{"", ""}, []string{"not recorded whether a sandbox kept any learner"}, 0},
		{[]string{"bubblewrap", "bubblewrap"}, nil, 0},
		{[]string{"landlock", "landlock"}, []string{"kept in the sandbox landlock, which hides less"}, 0},
		{[]string{"none", "none"}, []string{"no sandbox kept any learner from"}, 1},
		{[]string{"none, then on bubblewrap", "bubblewrap"}, []string{"no sandbox kept A from", "B (bubblewrap); A (none)"}, 1},
		{[]string{"landlock", "bubblewrap, then on landlock"}, []string{"kept in the sandbox landlock, which hides less"}, 0},
		{[]string{"landlock", "none"}, []string{"no sandbox kept B from", "A (landlock); B (none)"}, 1},
		{[]string{"bubblewrap", "landlock"}, []string{"A (bubblewrap); B (landlock)"}, 0},
		{[]string{"bubblewrap", ""}, []string{"not recorded whether a sandbox kept B"}, 0},
		{[]string{"landlock, open to signals", "landlock, open to signals"}, []string{"the sandbox of all learners was landlock, open to signals"}, 1},
		{[]string{"bubblewrap", "landlock, open to system calls"}, []string{"the sandbox of B was landlock, open to", "A (bubblewrap); B (landlock, open to"}, 1},
	} {
		table := &Table{}
		ok := record.Outcome{Kind: record.OK}
		table.noteSandboxes([]Entry{{Label: "A", Sandbox: test.sandboxes[0], Outcome: ok}, {Label: "B", Sandbox: test.sandboxes[1], Outcome: ok}, {Label: "B", Sandbox: test.sandboxes[1], Outcome: ok},
			{Label: "never started", Outcome: record.Outcome{Kind: record.Crash}}})
		if len(table.Notes) != len(test.want) || len(table.cautions) != test.marks {
			t.Errorf("%q: %q, of which %d warn", test.sandboxes, table.Notes, len(table.cautions))
		}
		for _, want := range test.want {
			if !slices.ContainsFunc(table.Notes, func(note string) bool { return strings.Contains(note, want) }) {
				t.Errorf("%q: %q does not say %q", test.sandboxes, table.Notes, want)
			}
		}
	}
}
