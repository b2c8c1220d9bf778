package record

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestDifferences: each part of a record that differs is named.
func TestDifferences(t *testing.T) {
	for _, test := range []struct {
		want   string
		change func(*Fit)
	}{
		{"outcome: was ", func(f *Fit) { f.Outcome.Kind = OK }},
		{"params fitted with: was ", func(f *Fit) { f.Params = json.RawMessage(`{}`) }},
		{"weights: was ", func(f *Fit) { f.WeightsFile = strings.Repeat("c", 64) }},
		{`counts: was {"visits":0,"map":1,"marginals":2,"clamped":3}, is {"visits":0,"map":2,"marginals":2,"clamped":3}`, func(f *Fit) { f.Counts.MAP++ }},
		{"passes: was 0.1, is 0.2", func(f *Fit) { f.Passes = 0.2 }},
		{"audit: was ", func(f *Fit) { f.Audit = nil }},
		{`warnings: was ["two\nlines"], is null`, func(f *Fit) { f.Warnings = nil }},
		{"trials: was null, is [", func(f *Fit) {
			f.Trials = []Trial{{Params: json.RawMessage(`{}`),
				Outcome: Outcome{Kind: OK}}}
		}},
		{"number of checkpoints: was 1, is 0", func(f *Fit) {
			f.Checkpoints, f.Times.Checkpoints = nil,
				nil
		}},
		{"checkpoint 1 of 1, and perhaps later ones: was ", func(f *Fit) { f.Checkpoints[0].Loss = 1 }},
		{"number of rows: was 1, is 0", func(f *Fit) { f.Rows, f.Times.Rows = nil, nil }},
		{"decoder map: outcome: was ", func(f *Fit) { f.Rows[0].Outcome.Kind = Skipped }},
		{"decoder map: hamming: was 0.25, is 0.5", func(f *Fit) { f.Rows[0].Metrics["hamming"] = 0.5 }},
		{"decoder map: hamming: differs on 1 of 5 test instances",
			func(f *Fit) { f.Rows[0].Instances["hamming"].Num[2] = 3 }},
		{"decoder map: row: was ", func(f *Fit) { f.Rows[0].Label = "other" }},
		{"identity, labels or version: ", func(f *Fit) { f.Label = "other" }},
	} {
		is := sample("1")
		test.change(&is)
		lines := Differences(sample("1"), is)
		if len(lines) != 1 || !strings.HasPrefix(lines[0], test.want) {
			t.Errorf("differences %q, want one that starts with %q", lines, test.want)
		}
	}
	is := sample("1")
	is.Times.Fit.Wall *= 2
	if lines := Differences(sample("1"), is); lines != nil {
		t.Errorf("only the time differs, but %q", lines)
	}
}

// TestDifferencesOfFailures: failures may differ in their reason, but not in their kind.
func TestDifferencesOfFailures(t *testing.T) {
	was, is := sample("1"), sample("1")
	was.Outcome, is.Outcome = Outcome{Crash, "process 12 died"}, Outcome{Crash, "process 14 died"}
	if lines := Differences(was, is); lines != nil {
		t.Errorf("two crashes: %q", lines)
	}
	is.Outcome.Kind = Timeout
	if lines := Differences(was, is); len(lines) != 1 {
		t.Errorf("a crash and a timeout: %q", lines)
	}
}

// The order of warnings is no difference.
func TestOrderOfWarnings(t *testing.T) {
	was, is := sample("1"), sample("1")
	was.Warnings, is.Warnings = []string{"a", "b"}, []string{"b", "a"}
	if lines := Differences(was, is); lines != nil {
		t.Error(lines)
	}
	is.Warnings = []string{"b", "b"}
	if lines := Differences(was, is); len(lines) != 1 {
		t.Errorf("other warnings: %q", lines)
	}
}
