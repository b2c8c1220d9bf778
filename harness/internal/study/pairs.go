package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/table"
)

// manyRows is the number of rows beyond which text has only the pairs with the best row.
const manyRows = 8

// pairs says of every two rows by how much they differ, and on how many instances one is ahead.
func pairs(r *Run) (*Section, error) {
	section := &Section{Title: "Pairs of rows: differences, and on how many test instances each is ahead"}
	t := r.Table
	all := t.Pairs()
	if len(all) == 0 {
		section.Empty = "No two rows have run completely on one dataset."
		return section, nil
	}
	g := grid.New("dataset", "row", "against").Numbers("Δ", percent(1-t.Alpha)+" of Δ", "p", "better", "equal", "worse", "P(better)", percent(1-t.Alpha)+" of P")
	brief := len(t.Rows) > manyRows
	wins := make([]*table.Wins, len(all))
	for i, p := range all {
		p = ahead(t, p)
		all[i] = p
		if w, ok := t.Wins(p.A, p.B, p.Column); ok {
			wins[i] = &w
		}
		line := pairLine(t, p, wins[i])
		if brief && !leads(&t.Rows[p.A].Cells[p.Column]) {
			g.More = append(g.More, grid.Row(line...))
		} else {
			g.Add(line...)
		}
	}
	section.Grid, section.Matrices = g, matrices(t, all, wins)
	section.Text = pairsText(r)
	for c := range t.Columns {
		if scatter := paired(t, c); scatter != nil {
			section.Charts = append(section.Charts, scatter)
		}
	}
	return section, nil
}

// leads reports whether a cell is what the marks of its column are about: the best one, or a declared control.
func leads(c *table.Cell) bool { return c.Best || c.Control }

// ahead turns a pair so that its first row is the one that leads, or else the better of the two.
func ahead(t *table.Table, p table.Pair) table.Pair {
	a, b := &t.Rows[p.A].Cells[p.Column], &t.Rows[p.B].Cells[p.Column]
	better := a.Mean <= b.Mean
	if t.Columns[p.Column].Metric.Higher {
		better = a.Mean >= b.Mean
	}
	if leads(b) || !leads(a) && !better {
		p.A, p.B, p.Test.Effect = p.B, p.A, 0-p.Test.Effect // not −0
	}
	return p
}

// pairLine is the line of a pair; w is nil where nothing can be counted.
func pairLine(t *table.Table, p table.Pair, w *table.Wins) []string {
	col := &t.Columns[p.Column]
	low, high := p.Test.Interval(1 - t.Alpha)
	line := []string{
		col.Dataset, nameOf(&t.Rows[p.A]), nameOf(&t.Rows[p.B]),
		col.Difference(p.Test.Effect), interval(low, high, col.Difference), adjusted(p),
	}
	if w == nil {
		return append(line, "", "", "", "", "")
	}
	two := func(v float64) string { return chart.Fixed(v, 2) }
	return append(line, fmt.Sprint(w.Better), fmt.Sprint(w.Equal), fmt.Sprint(w.Worse), two(w.Share), interval(w.Low, w.High, two))
}

// adjusted writes the corrected p.
func adjusted(p table.Pair) string {
	text := chart.Significant(p.Adjusted, 2)
	if text != "" && p.Bound {
		return "≤ " + text
	}
	return text
}

func pairsText(r *Run) (text []string) {
	t := r.Table
	m := t.Columns[0].Metric
	unit := ""
	if m.Percent {
		unit = ", in points"
	}
	tests := ""
	if t.Comparisons > 0 {
		tests = "; p is that of the table's tests, corrected (" + t.Correction() + ")"
	}
	text = append(text, fmt.Sprintf("Δ is the row's mean %s minus that of the other%s, with its interval alone%s.", m.Name, unit, tests))
	several := false
	for c := range t.Columns {
		col := &t.Columns[c]
		several = several || splits(t, c) > 1
		if col.Metric.Name == m.Name && col.Silent != "" {
			text = append(text, fmt.Sprintf("%s: not tested, as %s.", col.Dataset, col.Silent))
		}
	}
	switch {
	case m.Value != nil:
		text = append(text, fmt.Sprintf("%s is of the whole test set, and no instance has one of its own: there is no count of instances on which a row is better.", m.Name))
	case several:
		text = append(text, "Better, equal and worse count test instances, each averaged over seeds, once for each split that tested it. P(better) is (better + equal/2)/n of each split, averaged over splits; its interval is by the rule of the test of Δ.")
	default:
		text = append(text, "Better, equal and worse count test instances, each averaged over seeds. P(better) is (better + equal/2)/n; its interval is Student's t over instances.")
	}
	if m.Micro && m.Value == nil {
		text = append(text, fmt.Sprintf("%s is a ratio of sums over the test set: an instance counts for more in Δ the larger it is, and for one in these counts, by its own ratio.", m.Name))
	}
	if single := oneSplit(t); len(single) > 0 {
		text = append(text, fmt.Sprintf("On one split (%s) all this is of these fits to this one training set, not of the learners on any.", strings.Join(single, "; ")))
	}
	return text
}

// oneSplit names the datasets that have been divided in one way only.
func oneSplit(t *table.Table) (names []string) {
	for c := range t.Columns {
		if splits(t, c) == 1 {
			names = ordered.Add(names, t.Columns[c].Dataset)
		}
	}
	return names
}

// splits returns in how many ways the data of a column were divided.
func splits(t *table.Table, c int) int {
	seen := map[int]bool{}
	for r := range t.Rows {
		for _, v := range t.Rows[r].Cells[c].Values {
			seen[v.Split] = true
		}
	}
	return len(seen)
}

// best returns the rows of a column that have run completely and are shown nothing of the test set, without
// placebos, the best first.
func best(t *table.Table, c int) (rows []int) {
	for r := range t.Rows {
		if row := &t.Rows[r]; row.Cells[c].Complete() && row.Shown == "" && row.PlaceboOf == "" {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		x, y := t.Rows[a].Cells[c].Mean, t.Rows[b].Cells[c].Mean
		if t.Columns[c].Metric.Higher {
			x, y = y, x
		}
		return cmp.Compare(x, y)
	})
	return rows
}
