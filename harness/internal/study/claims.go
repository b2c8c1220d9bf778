package study

import (
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table"
)

// claims says what our numbers say of the paper's claims and of its numbers.
func claims(r *Run) (*Section, error) {
	t := r.Table
	section := &Section{Title: "Claims: what our numbers say of those of " + t.Source}
	if t.Source == "" {
		section.Title, section.Empty = "Claims: what our numbers say of a paper's", "There is no published.yaml in the suite's folder, with numbers and claims of a paper."
		return section, nil
	}
	g := grid.New("dataset", "claim", "ours", "why").Numbers("Δ", percent(1-t.Alpha)+" of Δ", "p")
	for _, c := range t.Claims {
		line := []string{c.Dataset, c.Text, string(c.Outcome), c.Why, "", "", ""}
		if !math.IsNaN(float64(c.Delta)) {
			col := column(t, c.Dataset)
			line[4], line[5] = col.Difference(float64(c.Delta)), interval(float64(c.Low), float64(c.High), col.Difference)
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
				if several(t, col.Dataset) {
					of = ", " + col.Metric.Name
				}
				g.Add(col.Dataset, nameOf(row)+" as published"+of, string(p.Verdict), p.Why,
					col.Difference(float64(p.Delta)), interval(float64(p.Low), float64(p.High), col.Difference), "")
			}
		}
	}
	if len(g.Rows) == 0 {
		section.Empty = "No claim or number of " + t.Source + " is about a row of this run."
		return section, nil
	}
	section.Grid = g
	section.Text = []string{"Δ of a claim is our mean of the first minus that of the second, p that of the table's tests after their correction; Δ of a number is ours minus the published one. Open: neither is shown, or the column why has the reason."}
	for _, text := range []string{t.MarginOf(), t.Provenance(), t.ClaimsElsewhere()} {
		if text != "" {
			section.Text = append(section.Text, text)
		}
	}
	return section, nil
}

// several reports whether a dataset has columns of several metrics.
func several(t *table.Table, dataset string) bool {
	n := 0
	for c := range t.Columns {
		if t.Columns[c].Dataset == dataset {
			n++
		}
	}
	return n > 1
}

// column returns the column of the first metric on a dataset, which the table must have.
func column(t *table.Table, dataset string) *table.Column {
	return &t.Columns[slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Dataset == dataset })]
}
