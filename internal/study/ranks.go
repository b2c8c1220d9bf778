package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/stats"
)

// ranks says which rows are ahead over all datasets.
func ranks(r *Run) (*Part, error) {
	part := &Part{Title: "Ranks over datasets"}
	o := overDatasets(r)
	switch {
	case len(o.columns) < 2:
		part.Empty = "Ranks are over datasets, and here is one." + o.same
	case len(o.rows) < 2:
		part.Empty = "Fewer than two rows have run completely on all datasets." + o.without()
	}
	if part.Empty != "" {
		return part, nil
	}
	ranking := stats.Friedman(o.losses)
	o.sort(ranking.Ranks)
	slices.Sort(ranking.Ranks)
	part.Grid = o.grid(r.Table, ranking.Ranks)
	tests := o.wilcoxon()
	part.Text = append([]string{o.about(r.Table)}, o.verdict(r.Table, ranking, tests)...)
	if tests.needed <= len(o.columns) {
		part.Charts = append(part.Charts, diagram(o.names(r.Table), ranking.Ranks, tests, r.Table.Alpha))
	}
	return part, nil
}

// over is the means of the first metric, of rows that are complete on all datasets and shown nothing of a
// test set.
type over struct {
	columns, rows []int       // of the table
	losses        [][]float64 // datasets × rows: the smaller the better
	left          []string    // rows that are not there
	same          string      // which columns are not there, as they are other splits of the same data
	alpha         float64
}

func overDatasets(r *Run) *over {
	t := r.Table
	o := &over{alpha: t.Alpha}
	o.columns, o.same = distinct(r)
	for r := range t.Rows {
		row := &t.Rows[r]
		complete := !slices.ContainsFunc(o.columns, func(c int) bool { return !row.Cells[c].Complete() })
		switch {
		case row.PlaceboOf != "":
		case complete && row.Shown == "":
			o.rows = append(o.rows, r)
		default:
			o.left = append(o.left, nameOf(row))
		}
	}
	for _, c := range o.columns {
		var losses []float64
		for _, r := range o.rows {
			loss := float64(t.Rows[r].Cells[c].Mean)
			if t.Columns[c].Metric.Higher {
				loss = -loss
			}
			losses = append(losses, loss)
		}
		o.losses = append(o.losses, losses)
	}
	return o
}

// sort puts the rows into the order of their values.
func (o *over) sort(by []float64) {
	order := make([]int, len(o.rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(by[i], by[j]) })
	rows := slices.Clone(o.rows)
	losses := make([][]float64, len(o.losses))
	for i, from := range order {
		rows[i] = o.rows[from]
		for d := range losses {
			losses[d] = append(losses[d], o.losses[d][from])
		}
	}
	o.rows, o.losses = rows, losses
}

func (o *over) names(t *report.Table) (names []string) {
	for _, r := range o.rows {
		names = append(names, nameOf(&t.Rows[r]))
	}
	return names
}

// without names the rows that are left out.
func (o *over) without() string {
	if len(o.left) == 0 {
		return ""
	}
	return " Left out, as they are not complete on all or are shown labels of a test set: " + strings.Join(o.left, ", ") + "."
}

// manyDatasets is how many of them have a column of their own.
const manyDatasets = 6

func (o *over) grid(t *report.Table, mean []float64) *Grid {
	g := &Grid{Left: 1, Head: []string{"row", "mean rank"}}
	var ranks [][]float64
	if len(o.columns) <= manyDatasets {
		for d, c := range o.columns {
			g.Head = append(g.Head, t.Columns[c].Dataset)
			ranks = append(ranks, stats.Ranks(o.losses[d]))
		}
	}
	for i, name := range o.names(t) {
		line := []string{name, fixed(mean[i], 2)}
		for _, rank := range ranks {
			line = append(line, significant(rank[i], 3))
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}

func (o *over) about(t *report.Table) string {
	return fmt.Sprintf("Ranks of the means of %s on %d datasets, 1 for the best; rows that are equal share a rank. A rank depends on which other rows are there.%s%s",
		t.Columns[0].Metric.Name, len(o.columns), o.same, o.without())
}

// differences returns the loss of one row minus that of another, by their places in over.rows, by dataset.
func (o *over) differences(i, j int) []float64 {
	d := make([]float64, len(o.losses))
	for k, losses := range o.losses {
		d[k] = losses[i] - losses[j]
	}
	return d
}

// comparisons are the tests of all pairs of rows, by their places in over.rows.
type comparisons struct {
	adjusted map[[2]int]float64 // p after Holm
	needed   int                // datasets with which any could be significant
}

func (o *over) wilcoxon() comparisons {
	var pairs [][2]int
	var p []float64
	for i := range o.rows {
		for j := i + 1; j < len(o.rows); j++ {
			pairs, p = append(pairs, [2]int{i, j}), append(p, stats.Wilcoxon(o.differences(i, j)).P)
		}
	}
	c := comparisons{adjusted: map[[2]int]float64{}, needed: stats.DatasetsNeeded(len(pairs), o.alpha)}
	for i, q := range stats.Holm(p) {
		c.adjusted[pairs[i]] = q
	}
	return c
}

// verdict says what the tests do.
func (o *over) verdict(t *report.Table, ranking stats.Ranking, c comparisons) (text []string) {
	k, n := len(o.rows), len(o.columns)
	if k > 2 {
		text = append(text, fmt.Sprintf("Friedman test, F of Iman and Davenport: F(%d, %d) = %s, p = %s, that mean ranks differ.",
			k-1, (k-1)*(n-1), significant(ranking.F, 3), significant(ranking.P, 2)))
	}
	if n < c.needed {
		return append(text, fmt.Sprintf("No two rows can be told apart over %d datasets: of %d pairs, after Holm, none could have p ≤ %s by Wilcoxon's signed ranks with fewer than %d datasets. There is no diagram of critical differences for the same reason.",
			n, len(c.adjusted), significant(o.alpha, 2), c.needed))
	}
	names := o.names(t)
	var differ []string
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			if p := c.adjusted[[2]int{i, j}]; p <= o.alpha {
				differ = append(differ, fmt.Sprintf("%s and %s (p %s)", names[i], names[j], significant(p, 2)))
			}
		}
	}
	if len(differ) == 0 {
		return append(text, fmt.Sprintf("Wilcoxon's signed ranks of the means, Holm over all %d pairs: no two rows differ at α = %s.", len(c.adjusted), significant(o.alpha, 2)))
	}
	return append(text, fmt.Sprintf("Wilcoxon's signed ranks of the means, Holm over all %d pairs, α = %s. These differ: %s.", len(c.adjusted), significant(o.alpha, 2), strings.Join(differ, "; ")))
}
