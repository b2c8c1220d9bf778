package notes

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// Short notes name the learners without a temperature of scores, once for each use of the scores.
func TestTemperatures(t *testing.T) {
	const mpm, lbp = "no temperature: mpm takes scores as log-probabilities", "no temperature: lbp takes maxima"
	const perturb = "no temperature: perturb takes scores as log-probabilities"
	ok := record.Outcome{Kind: record.OK}
	tab := &table.Table{Facts: table.FactsOf([]table.Entry{
		{Label: "A",
			Fit: &record.Fit{Outcome: ok, Warnings: []string{mpm, lbp, perturb}},
			Row: record.Row{Outcome: ok}},
		{Label: "B",
			Fit: &record.Fit{Outcome: ok, Warnings: []string{mpm}},
			Row: record.Row{Outcome: ok}}, {Label: "C",
			Fit: &record.Fit{Outcome: ok},
			Row: record.Row{Outcome: ok}}})}
	want := []string{"Warning (A and B): no temperature: mpm and perturb take scores as log-probabilities.",
		"Warning (A): " + lbp + "."}
	if got := said(tab, temperatures); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := said(tab, warnings(unknown)); got != nil {
		t.Errorf("warnings %q", got)
	}
}
