package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// ranks says which rows are ahead over all datasets.
func ranks(r *Run) (*Section, error) {
	section := &Section{Title: "Ranks over datasets"}
	o := overDatasets(r)
	switch {
	case len(o.columns) < 2:
		section.Empty = "Ranks are over datasets, and here is one." + o.same
	case len(o.rows) < 2:
		section.Empty = "Fewer than two rows have run completely on all datasets." + o.without()
	}
	if section.Empty != "" {
		return section, nil
	}
	ranking := stats.Friedman(o.losses)
	o.sort(ranking.Ranks)
	slices.Sort(ranking.Ranks)
	section.Grid = o.grid(r.Table, ranking.Ranks)
	tests := o.wilcoxon(r.Table)
	section.Text = append([]string{o.about(r.Table)}, o.verdict(r.Table, ranking, tests)...)
	if r.Table.Against == "" && tests.needed <= len(o.columns) {
		section.Charts = append(section.Charts, diagram(o.names(r.Table), ranking.Ranks, tests, r.Table.Alpha))
	}
	return section, nil
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

func (o *over) names(t *table.Table) (names []string) {
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

func (o *over) grid(t *table.Table, mean []float64) *grid.Grid {
	g := grid.New("row").Numbers("mean rank")
	var ranks [][]float64
	if len(o.columns) <= manyDatasets {
		for d, c := range o.columns {
			g.Numbers(t.Columns[c].Dataset)
			ranks = append(ranks, stats.Ranks(o.losses[d]))
		}
	}
	for i, name := range o.names(t) {
		line := []string{name, chart.Fixed(mean[i], 2)}
		for _, rank := range ranks {
			line = append(line, chart.Significant(rank[i], 3))
		}
		g.Add(line...)
	}
	return g
}

func (o *over) about(t *table.Table) string {
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

// control returns the place in over.rows of the declared control, the first decoder of that learner; −1 where it is not there.
func (o *over) control(t *table.Table) int {
	first := slices.IndexFunc(t.Rows, func(r table.Row) bool { return r.Label == t.Against && r.Shown == "" && r.PlaceboOf == "" })
	return slices.Index(o.rows, first)
}

func (o *over) uncontrolled(t *table.Table) string {
	return fmt.Sprintf("The first decoder of %s, the declared control, has not run completely on all datasets: nothing is tested over them.", t.Against)
}
