package study

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// manyRows is the number of rows above which text shows only pairs with the best row.
const manyRows = 8

// pairs compares every two rows.
func pairs(r *Run) *Section {
	section := &Section{Title: "Differences of pairs of rows"}
	t := r.Table
	all := t.Pairs()
	if len(all) == 0 {
		section.Empty = "No two rows have run completely on one dataset, or its metric has no better side."
		return section
	}
	g := grid.New("dataset", "row", "against").Numbers("Δ", percent(1-t.Alpha)+" of Δ", "p")
	for _, p := range all {
		p = bestFirst(t, p)
		col, corrected := &t.Columns[p.Column], chart.Significant(p.Adjusted, 2)
		if corrected != "" && p.Bound {
			corrected = "≤ " + corrected
		}
		line := []string{col.Dataset, t.Rows[p.A].Name(), t.Rows[p.B].Name(),
			col.Difference(p.Test.Effect), wording.Interval(p.Low, p.High, col.Difference),
			corrected}
		if len(t.Rows) > manyRows && !leads(&t.Rows[p.A].Cells[p.Column]) {
			g.More = append(g.More, grid.Row(line...))
		} else {
			g.Add(line...)
		}
	}
	section.Grid = g
	section.Text = pairsText(r)
	return section
}

// leads reports whether the marks of a column refer to this cell: it is the best, or the control.
func leads(c *table.Cell) bool { return c.Best || c.Control }

// bestFirst swaps the rows of a pair if needed. The leading row comes first, otherwise the better
// one.
func bestFirst(t *table.Table, p table.Pair) table.Pair {
	a, b := &t.Rows[p.A].Cells[p.Column], &t.Rows[p.B].Cells[p.Column]
	if leads(b) || !leads(a) && !ahead(t, &p) {
		return p.Reverse()
	}
	return p
}

// ahead reports whether the first row of a pair has the better mean, or an equal one.
func ahead(t *table.Table, p *table.Pair) bool {
	a, b := t.Rows[p.A].Cells[p.Column].Mean, t.Rows[p.B].Cells[p.Column].Mean
	if t.Columns[p.Column].Metric.Higher {
		a, b = b, a
	}
	return a <= b
}

// pairsText explains the columns.
func pairsText(r *Run) []string {
	t, tests := r.Table, ""
	if t.Comparisons > 0 {
		tests = "; p is the corrected p of the table (" + t.Correction + ")"
	}
	text := slices.Insert(r.limits(), 0, "Δ is the row's mean "+r.LossWords(lossUnit)+
		" minus that of the other, with a simultaneous interval"+tests+".")
	for _, m := range r.losses() {
		if m.Value == nil && m.Micro {
			text = append(text, m.Name+" is a ratio of sums over the test set. Large instances weigh "+
				"more in Δ.")
		}
	}
	return text
}
