package study

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/table/notes"
)

// claims compares our numbers with the claims and numbers of a paper.
func claims(r *Run) (*Section, error) {
	t := r.Table
	section := &Section{Title: "Claims and numbers of " + t.Source + " compared with ours"}
	if t.Source == "" {
		section.Title = "Claims and numbers of a paper"
		section.Empty = "The folder of the suite has no published.yaml with numbers and claims " +
			"of a paper."
		return section, nil
	}
	g := grid.New("dataset", "claim", "ours", "why").Numbers("Δ", percent(1-t.Alpha)+" of Δ", "p")
	for _, c := range t.Claims {
		line := []string{c.Dataset, c.Text, string(c.Outcome), c.Why, "", "", ""}
		if !math.IsNaN(float64(c.Delta)) {
			col := firstColumn(t, c.Dataset)
			line[4], line[5] = col.Difference(float64(c.Delta)),
				interval(float64(c.Low), float64(c.High), col.Difference)
			line[6] = chart.Significant(float64(c.P), 2)
		}
		g.Add(line...)
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		for c := range t.Columns {
			col := &t.Columns[c]
			if p := row.Cells[c].Published; p != nil && p.Verdict != "" {
				of := ""
				if severalMetrics(t, col.Dataset) {
					of = ", " + col.Metric.Name
				}
				g.Add(col.Dataset, rowName(row)+" as published"+of, string(p.Verdict), p.Why,
					col.Difference(float64(p.Delta)),
					interval(float64(p.Low), float64(p.High), col.Difference), "")
			}
		}
	}
	if len(g.Rows) == 0 {
		section.Empty = "No claim or number of " + t.Source + " is about a row of this run."
		return section, nil
	}
	section.Grid = g
	section.Text = []string{"For a claim, Δ is our mean of the first row minus our mean of the " +
		"second, and p is the corrected p of the table. For a number, Δ is ours minus the " +
		"published one. Open: not decided, by the data or for the reason in column why."}
	for _, text := range []string{notes.Margin(t), notes.Provenance(t), notes.ClaimsElsewhere(t)} {
		if text != "" {
			section.Text = append(section.Text, text)
		}
	}
	return section, nil
}

// severalMetrics reports whether a dataset has columns of several metrics.
func severalMetrics(t *table.Table, dataset string) bool {
	n := 0
	for c := range t.Columns {
		if t.Columns[c].Dataset == dataset {
			n++
		}
	}
	return n > 1
}

// firstColumn returns the first column of a dataset. The table must have one.
func firstColumn(t *table.Table, dataset string) *table.Column {
	return &t.Columns[slices.IndexFunc(t.Columns,
		func(c table.Column) bool { return c.Dataset == dataset })]
}
