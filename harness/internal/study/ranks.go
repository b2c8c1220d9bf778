package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/suite"
	"github.com/spbench/spbench/harness/internal/table"
	"github.com/spbench/spbench/harness/internal/wording"
)

// ranks ranks the rows over all datasets.
func ranks(r *Run) *Section {
	section, o := &Section{Title: "Ranks over datasets"}, newLossTable(r)
	switch {
	case len(o.columns) < 2:
		section.Empty = "Ranks need several datasets, and this run has one." + o.same
		return section
	case len(o.rows) < 2:
		section.Empty = "Fewer than two rows are complete on all datasets." + o.without()
		return section
	}
	ranking := stats.Friedman(o.losses)
	o.sort(ranking.Ranks)
	section.Grid = o.grid(ranking.Ranks)
	section.Text = append([]string{fmt.Sprintf("Ranks of the means of %s on %d datasets; 1 is the "+
		"best, and equal rows share a rank. Ranks depend on the other rows.%s%s",
		wording.And(o.metrics), len(o.columns), o.same, o.without())},
		o.testText(ranking)...)
	if o.addTallies(section.Grid) {
		section.Text = append(section.Text, tallyText)
	}
	if slices.ContainsFunc(r.Suite.Datasets, func(d suite.Dataset) bool { return d.Panel != nil }) {
		section.Text = append(section.Text, "Datasets of one grid share their generator. They are no "+
			"sample of datasets, so p may be too small.")
	}
	return section
}

// A lossTable has the mean of the first metric for each dataset and row. It has the rows that are
// complete on all datasets and see no labels of a test set.
type lossTable struct {
	t             *table.Table
	columns, rows []int       // indices in the table
	losses        [][]float64 // datasets × rows, lower is better
	partly        []int       // rows with some datasets
	left          []string    // names of the rows left out
	same          string      // note on columns left out: other splits of the same data
	metrics       []string
	tests         string // name
}

func newLossTable(r *Run) *lossTable {
	t := r.Table
	o := &lossTable{t: t, tests: "Wilcoxon's signed ranks"}
	o.columns, o.same = distinctDatasets(r)
	o.columns = slices.DeleteFunc(o.columns, func(c int) bool {
		unequal := t.Unequal(c)
		if unequal {
			o.same += fmt.Sprintf(" Without %s, where rows learned from different instances.",
				t.Columns[c].Dataset)
		}
		return unequal
	})
	for r := range t.Rows {
		row := &t.Rows[r]
		complete := !slices.ContainsFunc(o.columns,
			func(c int) bool { return !row.Cells[c].Complete() })
		switch {
		case row.Rival:
		case complete && row.Shown == "":
			o.rows = append(o.rows, r)
		default:
			o.left = append(o.left, row.Name())
			if row.Shown == "" {
				o.partly = append(o.partly, r)
			}
		}
	}
	for _, c := range o.columns {
		o.metrics = ordered.Add(o.metrics, t.Columns[c].Metric.Name)
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
	if len(o.metrics) > 1 {
		o.tests = "Sign tests (as metrics differ)"
	}
	return o
}

// sort sorts the rows by these values, and then the values.
func (o *lossTable) sort(by []float64) {
	order := make([]int, len(o.rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(by[i], by[j]) })
	slices.Sort(by)
	var rows []int
	losses := make([][]float64, len(o.losses))
	for _, from := range order {
		rows = append(rows, o.rows[from])
		for d := range losses {
			losses[d] = append(losses[d], o.losses[d][from])
		}
	}
	o.rows, o.losses = rows, losses
}

// name returns the name of row i.
func (o *lossTable) name(i int) string { return o.t.Rows[o.rows[i]].Name() }

// without returns a note on the rows left out.
func (o *lossTable) without() string {
	if len(o.left) == 0 {
		return ""
	}
	return " Left out, since they are incomplete or see labels of a test set: " +
		strings.Join(o.left, ", ") + "."
}

// The maximum numbers of datasets and of rows with a column each.
const manyDatasets, manyColumns = 6, 20

func (o *lossTable) grid(mean []float64) *grid.Grid {
	g := grid.New("row").Numbers("mean rank")
	var ranks [][]float64
	if len(o.columns) <= manyDatasets {
		for d, c := range o.columns {
			g.Numbers(o.t.Columns[c].Dataset)
			ranks = append(ranks, stats.Ranks(o.losses[d], stats.Tolerance(o.losses[d])))
		}
	}
	for i := range o.rows {
		line := []string{o.name(i), chart.Fixed(mean[i], 2)}
		for _, rank := range ranks {
			line = append(line, chart.Significant(rank[i], 3))
		}
		g.Add(line...)
	}
	return g
}

// differences returns, by dataset, the loss of row i minus that of row j. Both index rows.
// If metrics differ, it returns only the signs.
func (o *lossTable) differences(i, j int) []float64 {
	d := make([]float64, len(o.losses))
	for k, losses := range o.losses {
		d[k] = stats.Minus(losses[i], losses[j], stats.Tolerance(losses))
		if len(o.metrics) > 1 {
			d[k] = float64(cmp.Compare(d[k], 0))
		}
	}
	return d
}

// control returns the index in rows of the control, the first decoder of its learner; −1 if it is
// left out.
func (o *lossTable) control() int {
	return slices.Index(o.rows, slices.IndexFunc(o.t.Rows, func(r table.Row) bool {
		return r.Label == o.t.Against && r.Shown == "" && !r.Rival
	}))
}
