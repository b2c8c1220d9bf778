package table_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/record"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

var f1 = table.Metric{Name: "f1", Doc: "harmonic mean of precision and recall", Percent: true,
	Higher: true,
	Value:  func(sum []float64) float64 { return 2 * sum[0] / (sum[1] + sum[2]) }}

// counted returns a row that finds, of two things in each of n instances, hits.
func counted(label string, seed uint64, n int, hits func(i int) float64) table.Entry {
	s := record.Statistics{Width: 3}
	for i := range n {
		s.Counts = append(s.Counts, hits(i), 2, 2)
	}
	return table.Entry{Planned: table.Planned{Dataset: "d", Seed: record.Seed(seed), Train: 1, Test: n}, Label: label, Decoder: "map",
		Fit: &record.Fit{Outcome: record.Outcome{Kind: record.OK}},
		Row: record.Row{Outcome: record.Outcome{Kind: record.OK}, Metrics: map[string]record.Number{"f1": record.Number(f1.Value(s.Sum()))}, Instances: map[string]record.Statistics{"f1": s}}}
}

// A value that is no mean over instances is tested by its pseudo-values: a real
// difference is found, none is not.
func TestComparedByCounts(t *testing.T) {
	var entries []table.Entry
	for _, label := range []string{"good", "same", "bad"} {
		for seed := range uint64(2) {
			entries = append(entries, counted(label, seed+1, 40, func(i int) float64 {
				switch label {
				case "good":
					return float64(i % 3)
				case "same":
					return float64((i + 1) % 3)
				}
				return float64(i%3) / 2
			}))
		}
	}
	tab := built(t, entries, table.Options{Metrics: []table.Metric{f1}})
	cells := map[string]table.Cell{}
	for _, row := range tab.Rows {
		cells[row.Label] = row.Cells[0]
	}
	if !cells["good"].Best && !cells["same"].Best || cells["bad"].Undecided ||
		!(cells["bad"].P < 0.01) || cells["good"].Undecided == cells["good"].Best ||
		cells["same"].Undecided == cells["same"].Best {
		t.Errorf("cells %+v", cells)
	}
	if want := float64(cells["bad"].Mean) - math.Max(float64(cells["good"].Mean),
		float64(cells["same"].Mean)); math.Abs(float64(cells["bad"].Effect)-want) > 1e-12 {
		t.Errorf("effect %v, want %v", cells["bad"].Effect, want)
	}
	says(t, notesOf(tab), "sign flips by instance (n = 40, ")
	for i := range entries { // shipped results have the pseudo-values in place of counts
		s := entries[i].Row.Instances["f1"]
		values := stats.Jackknife(s.Counts, s.Width, f1.Value)
		entries[i].Row.Instances = map[string]record.Statistics{"f1": {Num: values,
			Den: slices.Repeat(record.Numbers{1}, len(values))}}
	}
	for r, row := range built(t, entries, table.Options{Metrics: []table.Metric{f1}}).Rows {
		if a, b := row.Cells[0], tab.Rows[r].Cells[0]; fmt.Sprint(a.Mark) != fmt.Sprint(b.Mark) {
			t.Errorf("%s by pseudo-values: %+v, by counts %+v", row.Label, a, b)
		}
	}
	// Without counts by instance there is no test, and with others no table.
	bare := counted("bare", 1, 1, func(int) float64 { return 1 })
	bare.Row.Instances = nil
	one := counted("one", 1, 1, func(int) float64 { return 1 })
	tab = built(t, []table.Entry{bare, one}, table.Options{Metrics: []table.Metric{f1}})
	says(t, notesOf(tab), "values were not recorded by instance, or differences do not vary")
	fails(annotated("", []table.Entry{one, counted("more", 1, 2, func(int) float64 { return 1 })},
		table.Options{Metrics: []table.Metric{f1}}))(t, "did not see the same test set")
}
