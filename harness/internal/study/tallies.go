package study

import (
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/internal/grid"
)

// A tally counts datasets: a row is better than another, not decided, or worse.
type tally [3]int

// tallies counts the tests of the table, by pairs of rows. Level rows are not decided, and
// rows that differ nowhere do not count.
func (o *lossTable) tallies() map[[2]int]tally {
	t, all := o.t, map[[2]int]tally{}
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
		for i, rows := range [][2]int{{p.A, p.B}, {p.B, p.A}} {
			n := all[rows]
			n[[2]int{at, 2 - at}[i]]++
			all[rows] = n
		}
	}
	return all
}

// tallyText explains the columns of tallies.
const tallyText = "Columns vs count datasets: the row is better than the row of this number, not " +
	"decided, or worse, by the tests of the table. Not decided is no tie: more data may decide it. " +
	"Level rows are not decided, too."

// addTallies adds to the grid of ranks a column for each tested row, and a line for each row
// without a rank. It reports whether there are any.
func (o *lossTable) addTallies(g *grid.Grid) bool {
	t, all, rows := o.t, o.tallies(), slices.Concat(o.rows, o.partly)
	if len(all) == 0 || len(rows) > manyColumns {
		return false
	}
	for _, r := range o.partly {
		g.Add(append([]string{t.Rows[r].Name()}, make([]string, len(g.Heads)-1)...)...)
	}
	column := func(name string, text func(row int) string) {
		g.Numbers(name)
		for i, r := range rows {
			g.Rows[i] = append(g.Rows[i], grid.Row(text(r))...)
		}
	}
	column("no.", func(row int) string { return fmt.Sprint(slices.Index(rows, row) + 1) })
	for j, other := range rows {
		tested := func(r int) bool { return all[[2]int{r, other}] != tally{} }
		if t.Against != "" && t.Rows[other].Label != t.Against || !slices.ContainsFunc(rows, tested) {
			continue
		}
		column(fmt.Sprint("vs ", j+1), func(row int) string {
			if !tested(row) {
				return ""
			}
			n := all[[2]int{row, other}]
			return fmt.Sprintf("%d/%d/%d", n[0], n[1], n[2])
		})
	}
	return true
}
