package notes

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
)

// Notes name the learners without a temperature of scores, once for each use of the scores.
func TestTemperatures(t *testing.T) {
	const begin = "scores have no temperature: decoder "
	mpm, lbp, trw := begin+"mpm: read as log-probabilities", begin+"lbp: maximised", begin+"trw: maximised"
	ok := record.Outcome{Kind: record.OK}
	tab := &table.Table{Entries: []table.Entry{
		{Label: "A", Outcome: ok, Warnings: []string{mpm, lbp}},
		{Label: "B", Outcome: ok, Warnings: []string{mpm, lbp, trw}},
		{Label: "C", Outcome: ok}, {Label: "D", Outcome: ok, Warnings: []string{mpm}}}}
	want := []Note{"Scores without a temperature, read as log-probabilities by mpm: A, B and D.",
		"Scores without a temperature, maximised by lbp and trw: A and B."}
	if got := temperatures(tab); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := warnings(unknown)(tab); got != nil {
		t.Errorf("warnings %q", got)
	}
}
