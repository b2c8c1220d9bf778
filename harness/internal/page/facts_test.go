package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
)

// TestFacts: facts and commands use the fits of the table.
func TestFacts(t *testing.T) {
	r := newRun(t, "S-SVM")
	first := r.Fits[0] // superseded by a different build
	first.Key, first.Times.Machine = strings.Repeat("5", 64), "an old machine"
	first.Times.Appended = first.Times.Appended.AddDate(-1, 0, 0)
	r.Fits = append([]record.Fit{first}, r.Fits...)
	r.Fits[1].Outcome = record.Outcome{Kind: record.Skipped}
	r.Fits = slices.DeleteFunc(r.Fits,
		func(f record.Fit) bool { return f.Label == "S-SVM" && f.Seed == record.Seed(1) })
	again(t, r)
	r.Entries[5].Stale = true // both decoders of the failed fit
	r.Entries[7].Stale = true
	_, root := write(t, r)
	text := words(root)
	for _, want := range []string{
		"Fits left out: stale scores (1), not run (1), ok (1), skipped (1)",
		"Recorded 2026-01-02 03:01 to 2026-01-02 03:02 UTC", "spbench table results/made-01234567",
		"spbench run made", fmt.Sprintf("spbench why results/made-01234567 %.12s", r.Fits[2].Key),
		fmt.Sprintf("spbench replay results/made-01234567 %.12s", r.Fits[2].Key),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(text, "an old machine") {
		t.Error("the page names the machine of a fit that it does not have")
	}
	r.File = "plan.json"
	for i := range r.Fits {
		r.Fits[i].Outcome = record.Outcome{Kind: record.Crash}
	}
	again(t, r)
	_, root = write(t, r)
	for _, command := range []string{"spbench run", "spbench why", "spbench replay"} {
		if strings.Contains(words(root), command) {
			t.Errorf("%s, where there is nothing to give it", command)
		}
	}
}
