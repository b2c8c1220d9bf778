package notes

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/origin"
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
			[]string{"ran in the sandbox landlock; it hides less"}, 0},
		{[]string{"none", "none"}, []string{"from any learner"}, 1},
		{[]string{"none, then on bubblewrap", "bubblewrap"},
			[]string{"labels and results, from A.", "B (bubblewrap); A (none)"}, 1},
		{[]string{"landlock", "bubblewrap, then on landlock"},
			[]string{"ran in the sandbox landlock; it hides less"}, 0},
		{[]string{"landlock", "none"}, []string{"labels and results, from B.",
			"A (landlock); B (none)"}, 1},
		{[]string{"bubblewrap", "landlock"}, []string{"A (bubblewrap); B (landlock)"}, 0},
		{[]string{"bubblewrap", ""}, []string{"a sandbox hid labels and results from B"}, 0},
		{[]string{"landlock, open to signals", "landlock, open to signals"},
			[]string{"the sandbox of all learners was landlock, open to signals",
				"in the sandbox landlock, open to signals; it hides less"}, 1},
		{[]string{"bubblewrap", "landlock, open to system calls"},
			[]string{"the sandbox of B was landlock, open to",
				"A (bubblewrap); B (landlock, open to"}, 1},
	} {
		ok := record.Outcome{Kind: record.OK}
		run := &table.Table{Facts: table.FactsOf([]table.Entry{
			{Label: "A",
				Fit: &record.Fit{Times: record.Times{Process: record.Usage{Sandbox: test.sandboxes[0]}}, Outcome: ok},
				Row: record.Row{Outcome: ok}},
			{Label: "B",
				Fit: &record.Fit{Times: record.Times{Process: record.Usage{Sandbox: test.sandboxes[1]}}, Outcome: ok},
				Row: record.Row{Outcome: ok}},
			{Label: "B",
				Fit: &record.Fit{Times: record.Times{Process: record.Usage{Sandbox: test.sandboxes[1]}}, Outcome: ok},
				Row: record.Row{Outcome: ok}},
			{Label: "never started",
				Fit: &record.Fit{Outcome: record.Outcome{Kind: record.Crash}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.Crash}}}})}
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

// TestOwnLearnersNeedNoSandbox: no paper needs a warning of the shipped learners. With others in
// the table, the warning is of these alone.
func TestOwnLearnersNeedNoSandbox(t *testing.T) {
	const open = "landlock, open to sockets of services"
	ok := record.Outcome{Kind: record.OK}
	own := table.Entry{Label: "CRF", Origin: origin.Origin{Learner: "source:1"},
		Fit: &record.Fit{Times: record.Times{Process: record.Usage{Sandbox: open}}, Outcome: ok},
		Row: record.Row{Outcome: ok}}
	for _, sandbox := range []string{record.NoSandbox, open} {
		own.Fit.Times.Process.Sandbox = sandbox
		run := &table.Table{Facts: table.FactsOf([]table.Entry{own})}
		if got := unsafeSandboxes(run); len(got) > 0 {
			t.Errorf("%s: %v", sandbox, got)
		}
	}
	run := &table.Table{Facts: table.FactsOf([]table.Entry{own})}
	if got := sandboxes(run); len(got) != 1 || !strings.Contains(got[0], open) {
		t.Errorf("the report says %v", got)
	}
	run.Facts = table.FactsOf([]table.Entry{own, {Label: "mine", Origin: origin.Origin{Learner: "command:1"},
		Fit: &record.Fit{Times: record.Times{Process: record.Usage{Sandbox: open}}, Outcome: ok},
		Row: record.Row{Outcome: ok}}})
	if got := unsafeSandboxes(run); len(got) != 1 || !strings.Contains(got[0], "sandbox of mine was") {
		t.Errorf("beside a learner by others: %v", got)
	}
}
