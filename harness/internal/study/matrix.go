package study

import (
	"fmt"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/table"
)

// A Matrix compares each row of one column with each other row.
type Matrix struct {
	Title string
	Names []string   // of rows and columns, in the same order
	Cells [][]Versus // zero if nothing was compared, as on the diagonal
}

// A Versus compares a row with another one.
type Versus struct {
	Counts string // numbers of test instances: better, equal, worse
	Share  string // P(better)
	// table's test of the means: + better, − worse, ~ not significantly different, "" not tested
	Mark string
}

// Decided reports whether the difference is significant.
func (v Versus) Decided() bool { return v.Mark == "+" || v.Mark == "−" }

// fewRows is the least number of rows of a matrix. With fewer rows the list of pairs says the same.
const fewRows = 3

// matrices returns a matrix for each column with instances to count in at least three rows. wins[i]
// counts the instances of pairs[i]; nil if there are none.
func matrices(t *table.Table, pairs []table.Pair, wins []*table.WinRate) (all []*Matrix) {
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
		at := map[int]int{} // index in the matrix, by row of the table
		for r := range t.Rows {
			if in[r] {
				at[r] = len(m.Names)
				m.Names = append(m.Names, rowName(&t.Rows[r]))
			}
		}
		for range m.Names {
			m.Cells = append(m.Cells, make([]Versus, len(m.Names)))
		}
		for _, i := range chosen {
			p := pairs[i]
			mark, back := marks(t, p)
			w := wins[i]
			m.Cells[at[p.A]][at[p.B]] = Versus{fmt.Sprintf("%d/%d/%d", w.Better, w.Equal, w.Worse),
				chart.Fixed(w.Share, 2), mark}
			m.Cells[at[p.B]][at[p.A]] = Versus{fmt.Sprintf("%d/%d/%d", w.Worse, w.Equal, w.Better),
				chart.Fixed(1-w.Share, 2), back}
		}
		all = append(all, m)
	}
	return all
}

// marks returns the mark of the first row of a pair and that of the second row.
func marks(t *table.Table, p table.Pair) (first, second string) {
	better := p.Test.Effect < 0
	if t.Columns[p.Column].Metric.Higher {
		better = p.Test.Effect > 0
	}
	switch {
	case !finite(p.Adjusted):
		return "", ""
	case p.Adjusted > t.Alpha:
		return "~", "~"
	case better:
		return "+", "−"
	}
	return "−", "+"
}
