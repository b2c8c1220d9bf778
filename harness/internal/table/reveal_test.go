package table_test

import (
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
)

// Rows that are shown labels have a best of their own: the one that is shown most is
// no better for it.
func TestRowsAreComparedWithinAProtocol(t *testing.T) {
	s := &suite.Suite{}
	var entries []table.Entry
	decoders := []suite.Decoder{{Label: "map"}, {Label: "half", Reveal: suite.Reveal{Share: 0.5}}}
	for i, label := range []string{"a", "b"} {
		s.Learners = append(s.Learners, suite.Learner{Label: label, Decoders: decoders})
		for o, out := range decoders {
			stats := record.Statistics{Num: make(record.Numbers, 30), Den: make(record.Numbers, 30)}
			for j := range stats.Num {
				stats.Num[j], stats.Den[j] = float64((j+i)%(3+2*i)+1-o), 10
			}
			entries = append(entries, table.Entry{Planned: table.Planned{Dataset: "d", Test: 30}, Label: label, Decoder: out.Label,
				Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}},
				Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"hamming": 0.2 + 0.01*record.Number(i) - 0.1*record.Number(o)}, Instances: map[string]record.Statistics{"hamming": stats}}})
		}
	}
	tab, err := annotated("t", entries, table.Options{Metrics: []table.Metric{{Name: "hamming"}},
		Suite: s})
	if err != nil {
		t.Fatal(err)
	}
	for r, row := range tab.Rows {
		if best := row.Cells[0].Best; best != (row.Label == "a") {
			t.Errorf("row %d, %s %s: best %v", r, row.Label, row.Decoder, best)
		}
	}
	if tab.Comparisons != 2 {
		t.Errorf("%d comparisons, want one for each protocol", tab.Comparisons)
	}
	if notes := strings.Join(tab.Notes, "\n"); !strings.Contains(notes,
		"not scored: half (50 %). Rows are compared") {
		t.Errorf("notes %s", notes)
	}
}
