package page_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"golang.org/x/net/html"
)

// fitsOf returns the rows of a grid by its name, without the first cells.
func fitsOf(t *testing.T, root *html.Node, name string) (lines []string) {
	t.Helper()
	for _, div := range all(root, "div") {
		if label, _ := attribute(div, "aria-label"); label != name {
			continue
		}
		for _, row := range all(div, "tr") {
			var cells []string
			for _, cell := range all(row, "td")[min(3, len(all(row, "td"))):] {
				cells = append(cells, words(cell))
			}
			lines = append(lines, strings.Join(cells, "|"))
		}
	}
	return lines
}

// TestUnknown: unknown values are dashes, and an unaudited bound is called reported.
func TestUnknown(t *testing.T) {
	r := newRun(t, "S-SVM")
	r.Fits[0].Rows[0].Metrics["hamming"] = record.Number(math.NaN())
	r.Fits[0].Audit.Objective = record.Number(math.NaN())
	r.Fits[1].Times.Process.Memory = 2_000_000
	again(t, r)
	_, root := write(t, r)
	if got, want := fitsOf(t, root, "Outcomes and scores of A & co"),
		[]string{"", "Converged|—|20.00|20.00", "Converged|20.00|20.00|20.00"}; !slices.Equal(got,
		want) {
		t.Errorf("scores %q, want %q", got, want)
	}
	if got, want := fitsOf(t, root, "Effort of A & co"),
		[]string{"", "12|360|1|1.5|—|—|1.9|—", "12|360|1|1.5|2|2|1.9|5"}; !slices.Equal(got, want) {
		t.Errorf("effort %q, want %q", got, want)
	}
	if text := words(root); strings.Contains(text, "NaN") ||
		!strings.Contains(text, "reported bound gap %") {
		t.Error("the page says NaN, or does not say whose the bound is")
	}
	for i := range r.Entries {
		r.Entries[i].Fit.Times.Fit = record.Clock{Wall: record.Number(math.NaN()), CPU: record.Number(math.NaN())}
	}
	_, root = write(t, r)
	if got := fitsOf(t, root, "Effort of A & co")[2]; got != "12|360|—|—|2|2|1.9|5" {
		t.Errorf("effort on another machine %q", got)
	}
}

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
