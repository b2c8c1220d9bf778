package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table"
)

// manyRows is the number of rows above which text shows only pairs with the best row.
const manyRows = 8

// pairs compares every two rows: their difference, and the number of instances with a better
// result.
func pairs(r *Run) *Section {
	section := &Section{Title: "Pairs of rows: differences, and numbers of test instances with a " +
		"better result"}
	t := r.Table
	all := t.Pairs()
	if len(all) == 0 {
		section.Empty = "No two rows have run completely on one dataset, or its metric has no better side."
		return section
	}
	g := grid.New("dataset", "row", "against").Numbers("Δ", percent(1-t.Alpha)+" of Δ", "p",
		"better", "equal", "worse", "P(better)", percent(1-t.Alpha)+" of P")
	brief := len(t.Rows) > manyRows
	for _, p := range all {
		p = bestFirst(t, p)
		line := pairRow(t, p)
		if brief && !leads(&t.Rows[p.A].Cells[p.Column]) {
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

// pairRow returns the row of a pair in the grid.
func pairRow(t *table.Table, p table.Pair) []string {
	col := &t.Columns[p.Column]
	line := []string{
		col.Dataset, t.Rows[p.A].Name(), t.Rows[p.B].Name(),
		col.Difference(p.Test.Effect), interval(p.Low, p.High, col.Difference), correctedP(p),
	}
	w, ok := t.WinRate(p.A, p.B, p.Column)
	if !ok {
		return append(line, "", "", "", "", "")
	}
	two := func(v float64) string { return chart.Fixed(v, 2) }
	return append(line, fmt.Sprint(w.Better), fmt.Sprint(w.Equal), fmt.Sprint(w.Worse),
		two(w.Share), interval(w.Low, w.High, two))
}

// correctedP writes the corrected p.
func correctedP(p table.Pair) string {
	text := chart.Significant(p.Adjusted, 2)
	if text != "" && p.Bound {
		return "≤ " + text
	}
	return text
}

// pairsText explains the columns.
func pairsText(r *Run) []string {
	t, tests := r.Table, ""
	if t.Comparisons > 0 {
		tests = "; p is the corrected p of the table (" + t.Correction + ")"
	}
	text := []string{fmt.Sprintf(
		"Δ is the row's mean %s minus that of the other, with a simultaneous interval%s.",
		r.LossWords(lossUnit), tests)}
	r.silent(func(datasets, why string) {
		text = append(text, fmt.Sprintf("%s: not tested, since %s.", datasets, why))
	})
	if slices.ContainsFunc(r.losses(), func(m table.Metric) bool { return m.Value == nil }) {
		text = append(text, "Better, equal and worse count test instances, averaged over seeds, once "+
			"for each split. P(better) is (better + equal/2)/n, averaged over splits. Its interval, for "+
			"each pair alone, is Student's t over instances, with several splits by the rule of the "+
			"test of Δ.")
	}
	for _, m := range r.losses() {
		switch {
		case m.Value != nil:
			text = append(text, fmt.Sprintf("%s is a metric of the whole test set. No instance has a value "+
				"of its own, so no better instances are counted.", m.Name))
		case m.Micro:
			text = append(text, fmt.Sprintf("%s is a ratio of sums over the test set. Large instances "+
				"weigh more in Δ. Each counts once as better, equal or worse, by its own ratio.", m.Name))
		}
	}
	if single := r.oneTraining(); len(single) > 0 {
		text = append(text, fmt.Sprintf("With one training set (%s), nothing here accounts for variation "+
			"between training sets.", strings.Join(single, "; ")))
	}
	return text
}
