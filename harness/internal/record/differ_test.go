package record

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// TestDifferences: each part of a record that differs is named.
func TestDifferences(t *testing.T) {
	curve := sample("1").Checkpoints
	for _, test := range []struct {
		want   string
		change func(*Fit)
	}{
		{`outcome kind: was "budget", is "ok"`, func(f *Fit) { f.Outcome.Kind = OK }},
		{"params lambda: was 0.01, is 0.1", func(f *Fit) {
			f.Params = json.RawMessage(
				`{"lambda":0.1,"note":"<&>"}`)
		}},
		{"weights_file: was ", func(f *Fit) { f.WeightsFile = strings.Repeat("c", 64) }},
		{"counts map: was 1, is 2", func(f *Fit) { f.Counts.MAP++ }},
		{"passes: was 0.1, is 0.2", func(f *Fit) { f.Passes = 0.2 }},
		{"audit: was {", func(f *Fit) { f.Audit = nil }},
		{"audit bound: was null, is 0", func(f *Fit) { a := *f.Audit; a.Bound = 0; f.Audit = &a }},
		{`warnings: was ["two\nlines"], is null`, func(f *Fit) { f.Warnings = nil }},
		{"trials: was null, is [", func(f *Fit) {
			f.Trials = []Trial{{Params: json.RawMessage(`{}`), Outcome: Outcome{Kind: OK}}}
		}},
		{"checkpoints: was [", func(f *Fit) { f.Checkpoints = append(curve, curve...) }},
		{"checkpoints, 1 of 1 differ, first loss: was null, is 1",
			func(f *Fit) { f.Checkpoints[0].Loss = 1 }},
		{"rows: was [", func(f *Fit) { f.Rows, f.Times.Rows = nil, nil }},
		{"decoder map outcome kind: was ", func(f *Fit) { f.Rows[0].Outcome.Kind = Skipped }},
		{"decoder map metrics hamming: was 0.25, is 0.5",
			func(f *Fit) { f.Rows[0].Metrics["hamming"] = 0.5 }},
		{"decoder map metrics log-loss: was null, is 0",
			func(f *Fit) { f.Rows[0].Metrics["log-loss"] = 0 }},
		{"decoder map instances hamming num, 1 of 5 differ, first: was 2.5, is 3",
			func(f *Fit) { f.Rows[0].Instances["hamming"].Num[2] = 3 }},
		{"decoder map instances hamming num, 1 of 5 differ, first: was 0, is -0", func(f *Fit) {
			f.Rows[0].Instances["hamming"].Num[1] = math.Copysign(0, -1)
		}},
		{"decoder map label: was ", func(f *Fit) { f.Rows[0].Label = "other" }},
		{"label: was ", func(f *Fit) { f.Label = "other" }},
		{`seed: was 18446744073709551615, is "1/2/3"`, func(f *Fit) { f.Seed = Seeds{1, 2, 3} }},
	} {
		is := sample("1")
		test.change(&is)
		lines := Differences(sample("1"), is)
		if len(lines) > 1 && strings.HasPrefix(lines[1], "decoder map statistics_file: was ") {
			lines = lines[:1] // besides the numbers in it
		}
		if len(lines) != 1 || !strings.HasPrefix(lines[0], test.want) {
			t.Errorf("differences %q, want one that starts with %q", lines, test.want)
		}
	}
	is := sample("1")
	is.Times.Fit.Wall, is.Kept = 3, nil
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
	if lines := Differences(was, is); len(lines) != 2 { // and the reason
		t.Errorf("a crash and a timeout: %q", lines)
	}
}
