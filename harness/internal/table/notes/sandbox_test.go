package notes

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// The notes warn of learners without a sandbox and tell of different sandboxes. The best sandbox
// for all learners needs no note.
func TestSandboxes(t *testing.T) {
	for _, test := range []struct {
		sandboxes []string
		want      []string
		marks     int
	}{
		{[]string{"", ""}, []string{"a sandbox hid labels and results from any learner"}, 0},
		{[]string{"bubblewrap", "bubblewrap"}, nil, 0},
		{[]string{"landlock", "landlock"},
			[]string{"ran in the sandbox landlock, which hides less"}, 0},
		{[]string{"none", "none"}, []string{"from any learner"}, 1},
		{[]string{"none, then on bubblewrap", "bubblewrap"},
			[]string{"labels and results, from A.", "B (bubblewrap); A (none)"}, 1},
		{[]string{"landlock", "bubblewrap, then on landlock"},
			[]string{"ran in the sandbox landlock, which hides less"}, 0},
		{[]string{"landlock", "none"}, []string{"labels and results, from B.",
			"A (landlock); B (none)"}, 1},
		{[]string{"bubblewrap", "landlock"}, []string{"A (bubblewrap); B (landlock)"}, 0},
		{[]string{"bubblewrap", ""}, []string{"a sandbox hid labels and results from B"}, 0},
		{[]string{"landlock, open to signals", "landlock, open to signals"},
			[]string{"the sandbox of all learners was landlock, open to signals"}, 1},
		{[]string{"bubblewrap", "landlock, open to system calls"},
			[]string{"the sandbox of B was landlock, open to",
				"A (bubblewrap); B (landlock, open to"}, 1},
	} {
		ok := record.Outcome{Kind: record.OK}
		run := &table.Table{Entries: []table.Entry{
			{Label: "A", Sandbox: test.sandboxes[0], Outcome: ok},
			{Label: "B", Sandbox: test.sandboxes[1], Outcome: ok},
			{Label: "B", Sandbox: test.sandboxes[1], Outcome: ok},
			{Label: "never started", Outcome: record.Outcome{Kind: record.Crash}}}}
		warnings := unsafeSandboxes(run)
		got := append(warnings, sandboxes(run)...)
		if len(got) != len(test.want) || len(warnings) != test.marks {
			t.Errorf("%q: %v, want %d notes with %d warnings", test.sandboxes, got, len(test.want),
				test.marks)
		}
		for _, want := range test.want {
			if !slices.ContainsFunc(got, func(n Note) bool { return strings.Contains(n, want) }) {
				t.Errorf("%q: %q is not in %v", test.sandboxes, want, got)
			}
		}
	}
}
