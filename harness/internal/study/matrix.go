package study

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/table"
)

// A Matrix holds every row of one column against every other.
type Matrix struct {
	Title string
	Names []string   // of the rows, and of the columns in the same order
	Cells [][]Versus // the zero Versus where there is nothing to say, as on the diagonal
}

// A Versus is what a row is against another.
type Versus struct {
	Counts string // of test instances on which the row is better, equal, worse
	Share  string // P(better)
	Mark   string // by the table's test of the means: + the row is better, − worse, ~ undecided; "" where it was not tested
}

// Decided reports whether the test tells the two apart.
func (v Versus) Decided() bool { return v.Mark == "+" || v.Mark == "−" }

// fewRows is the number of rows below which a matrix says no more than the list of pairs.
const fewRows = 3

// matrices returns one for each column in which at least three rows have instances to count. wins[i] are those of pairs[i], nil where
// none can be counted.
func matrices(t *table.Table, pairs []table.Pair, wins []*table.Wins) (all []*Matrix) {
	for c := range t.Columns {
		var chosen []int
		in := map[int]bool{}
		for i, p := range pairs {
			if p.Column == c && wins[i] != nil {
				chosen = append(chosen, i)
				in[p.A], in[p.B] = true, true
			}
		}
		if len(in) < fewRows {
			continue
		}
		m := &Matrix{Title: t.Columns[c].Dataset}
		at := map[int]int{} // places of rows, in the order of the table
		for r := range t.Rows {
			if in[r] {
				at[r] = len(m.Names)
				m.Names = append(m.Names, nameOf(&t.Rows[r]))
			}
		}
		for range m.Names {
			m.Cells = append(m.Cells, make([]Versus, len(m.Names)))
		}
		for _, i := range chosen {
			p := pairs[i]
			mark, back := marks(t, p)
			w := wins[i]
			m.Cells[at[p.A]][at[p.B]] = Versus{fmt.Sprintf("%d/%d/%d", w.Better, w.Equal, w.Worse), chart.Fixed(w.Share, 2), mark}
			m.Cells[at[p.B]][at[p.A]] = Versus{fmt.Sprintf("%d/%d/%d", w.Worse, w.Equal, w.Better), chart.Fixed(1-w.Share, 2), back}
		}
		all = append(all, m)
	}
	return all
}

// marks returns what the test says of the first row of a pair, and of the second.
func marks(t *table.Table, p table.Pair) (first, second string) {
	better := p.Test.Effect < 0
	if t.Columns[p.Column].Metric.Higher {
		better = p.Test.Effect > 0
	}
	switch {
	case !known(p.Adjusted):
		return "", ""
	case p.Adjusted > t.Alpha:
		return "~", "~"
	case better:
		return "+", "−"
	}
	return "−", "+"
}
