package study

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table"
)

// A tally counts datasets: a row is better than another, not decided, or worse.
type tally [3]int

// tallies counts the tests of the table, by pairs of rows. Level rows are not decided, and
// rows that differ nowhere do not count.
func (o *lossTable) tallies(t *table.Table) map[[2]int]tally {
	all := map[[2]int]tally{}
	for _, p := range t.Pairs() {
		col := &t.Columns[p.Column]
		if !slices.Contains(o.columns, p.Column) || !finite(p.Adjusted) || p.Equal() {
			continue
		}
		width := col.Equivalence / col.Metric.Scale()
		at := 1
		switch level := p.Low > -width && p.High < width; {
		case p.Adjusted > t.Alpha || level:
		case p.Test.Effect > 0 == col.Metric.Higher:
			at = 0
		default:
			at = 2
		}
		first, second := all[[2]int{p.A, p.B}], all[[2]int{p.B, p.A}]
		first[at]++
		second[2-at]++
		all[[2]int{p.A, p.B}], all[[2]int{p.B, p.A}] = first, second
	}
	return all
}

// addTallies adds to the grid of ranks a column for each tested row, and a line for each row
// without a rank. It returns the explanation.
func (o *lossTable) addTallies(t *table.Table, g *grid.Grid) string {
	all, rows := o.tallies(t), slices.Concat(o.rows, o.partly)
	if len(all) == 0 || len(rows) > manyColumns {
		return ""
	}
	for _, r := range o.partly {
		g.Add(append([]string{t.Rows[r].Name()}, make([]string, len(g.Heads)-1)...)...)
	}
	g.Numbers("no.")
	for i := range rows {
		g.Rows[i] = append(g.Rows[i], grid.Row(fmt.Sprint(i+1))...)
	}
	for j, other := range rows {
		tested := func(r int) bool { return all[[2]int{r, other}] != tally{} }
		if t.Against != "" && t.Rows[other].Label != t.Against || !slices.ContainsFunc(rows, tested) {
			continue
		}
		g.Numbers(fmt.Sprint("vs ", j+1))
		for i, r := range rows {
			text := ""
			if n := all[[2]int{r, other}]; tested(r) {
				text = fmt.Sprintf("%d/%d/%d", n[0], n[1], n[2])
			}
			g.Rows[i] = append(g.Rows[i], grid.Row(text)...)
		}
	}
	return "Columns vs count datasets: the row is better than the row of this number, not decided, or " +
		"worse, by the tests of the table. Not decided is no tie: more data may decide it. Level rows " +
		"are not decided, too."
}
