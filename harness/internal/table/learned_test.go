package table_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/sp"
)

// TestRowsAreComparedIfTheyLearnedFromTheSame: rows that learned from 67, 80 or all of 99 instances
// are not compared with each other. Short notes say so. A row whose fits failed does not count.
func TestRowsAreComparedIfTheyLearnedFromTheSame(t *testing.T) {
	var entries []table.Entry
	learned := []record.Number{67, 0, 80, 67, 90}
	for i, label := range []string{"a", "b", "c", "d", "e"} {
		stats := record.Statistics{Num: make(record.Numbers, 30), Den: make(record.Numbers, 30)}
		for j := range stats.Num {
			stats.Num[j], stats.Den[j] = float64((j+i)%(3+i)), 10
		}
		e := table.Entry{Planned: table.Planned{Dataset: "facades", Train: 99, Test: 30}, Label: label, Decoder: "map",
			Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}, Checkpoints: atEnd(sp.ValueInstances, learned[i])},
			Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"hamming": 0.1 + 0.05*record.Number(i)}, Instances: map[string]record.Statistics{"hamming": stats}}}
		if label == "e" {
			e.Fit.Outcome, e.Row.Metrics, e.Row.Instances = record.Outcome{Kind: record.Crash}, nil, nil
		}
		entries = append(entries, e)
	}
	opt := table.Options{Metrics: []table.Metric{{Name: "hamming"}}}
	tab, err := annotated("t", entries, opt)
	if err != nil {
		t.Fatal(err)
	}
	for r, row := range tab.Rows {
		cell := row.Cells[0]
		if marked := cell.Best || cell.Undecided || cell.Against != ""; marked != (r == 0 || r == 3) ||
			cell.Best != (r == 0) {
			t.Errorf("row %s: %+v", row.Label, cell)
		}
	}
	if pairs := tab.Pairs(); tab.Comparisons != 1 || len(pairs) != 1 || pairs[0].A != 0 || pairs[0].B != 3 {
		t.Errorf("%d comparisons, pairs %+v", tab.Comparisons, pairs)
	}
	for text, want := range map[string]bool{
		"facades: learned from only 67 of 99 instances, as the others have unknown labels: a, d.": true,
		"facades: learned from only 80 of 99 instances":                                           true,
		"with kappa: 1. Tests and marks compare only rows that learned from the same instances":   true,
		"Not tested": false,
	} {
		at := slices.IndexFunc(tab.Notes, func(n string) bool { return strings.Contains(n, text) })
		if at >= 0 != want || want && tab.Levels[at] != table.Short {
			t.Errorf("note %q: %v", text, tab.Notes)
		}
	}
	for i := range entries {
		entries[i].Fit.Checkpoints = nil
	}
	if tab, err = annotated("t", entries, opt); err != nil || tab.Comparisons != 6 {
		t.Errorf("learned from all: %d comparisons, %v", tab.Comparisons, err)
	}
}
