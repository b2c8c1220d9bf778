package notes

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/origin"
)

// The notes warn of learners without a sandbox, or in an open one.
func TestSandboxes(t *testing.T) {
	for _, test := range []struct {
		sandboxes []string
		want      string
	}{
		{[]string{"", ""}, ""},
		{[]string{"landlock", "bubblewrap"}, ""},
		{[]string{"none", "none"}, "from any learner"},
		{[]string{"none, then on bubblewrap", "bubblewrap"}, "labels and results, from A."},
		{[]string{"landlock", "none"}, "labels and results, from B."},
		{[]string{"landlock, open to signals", "landlock, open to signals"},
			"the sandbox of all learners was landlock, open to signals"},
		{[]string{"bubblewrap", "landlock, open to system calls"},
			"the sandbox of B was landlock, open to"},
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
		got := said(run, unsafeSandboxes)
		if (len(got) > 0) != (test.want != "") || !strings.Contains(strings.Join(got, ""), test.want) {
			t.Errorf("%q: %v, want %q", test.sandboxes, got, test.want)
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
		if got := said(run, unsafeSandboxes); len(got) > 0 {
			t.Errorf("%s: %v", sandbox, got)
		}
	}
	run := &table.Table{Facts: table.FactsOf([]table.Entry{own, {Label: "mine", Origin: origin.Origin{Learner: "command:1"},
		Fit: &record.Fit{Times: record.Times{Process: record.Usage{Sandbox: open}}, Outcome: ok},
		Row: record.Row{Outcome: ok}}})}
	if got := said(run, unsafeSandboxes); len(got) != 1 || !strings.Contains(got[0], "sandbox of mine was") {
		t.Errorf("beside a learner by others: %v", got)
	}
}
