package study

import (
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/stats"
)

// variance says how much of the variance of a fit's number is of its training set, its seed and its test instances.
func variance(r *Run) (*Part, error) {
	t := r.Table
	part := &Part{Title: "Variance by source: training sets, seeds, test instances"}
	grid := &Grid{Left: 2, Head: []string{"dataset", "row", "± splits", "± seeds", "± instances", "splits %", "seeds %", "instances %"}}
	designs := map[string][]string{} // datasets by what their design cannot tell
	for c := range t.Columns {
		col := &t.Columns[c]
		if col.Metric.Name != t.Columns[0].Metric.Name {
			continue
		}
		for i := range t.Rows {
			cell := &t.Rows[i].Cells[c]
			if !cell.Complete() {
				continue
			}
			means := seedValues(cell)
			v := stats.VarianceComponents(means, t.Instances(i, c))
			grid.Rows = append(grid.Rows, append([]string{col.Dataset, nameOf(&t.Rows[i])}, componentCells(v, col)...))
			if text := unknown(means); text != "" && !slices.Contains(designs[text], col.Dataset) {
				designs[text] = append(designs[text], col.Dataset)
			}
		}
	}
	if len(grid.Rows) == 0 {
		part.Empty = "No row has run completely on a dataset."
		return part, nil
	}
	part.Grid = grid
	unit := ""
	if t.Columns[0].Metric.Percent {
		unit = ", in points"
	}
	part.Text = append(part.Text, "± is the standard deviation of one fit's "+t.Columns[0].Metric.Name+unit+
		", if only this source varied: another training set, another seed, as many other test instances. The shares are of their variances. "+
		"A mean over J splits and S seeds of each has 1/J of the variance of splits, 1/(JS) of that of seeds, and of that of instances 1/J only where each split tests others. "+
		"Few splits or seeds tell these roughly.")
	for _, text := range sorted(designs) {
		part.Text = append(part.Text, strings.Join(designs[text], "; ")+": "+text)
	}
	return part, nil
}

// seedValues returns the values of a complete cell, seed by seed, of each split. The values are in the order of splits.
func seedValues(cell *report.Cell) (means [][]float64) {
	for i, v := range cell.Values {
		if i == 0 || v.Split != cell.Values[i-1].Split {
			means = append(means, nil)
		}
		means[len(means)-1] = append(means[len(means)-1], float64(v.Value))
	}
	return means
}

// unknown says what such a design cannot tell; "" if nothing.
func unknown(means [][]float64) string {
	repeated := slices.ContainsFunc(means, func(m []float64) bool { return len(m) > 1 })
	switch {
	case len(means) < 2 && !repeated:
		return "one fit, which says nothing of other training sets or seeds."
	case len(means) < 2:
		return "one split. What another training set would change is not known, and is often the most; so there are no shares."
	case !repeated:
		return "one seed for each split, so that both are under splits."
	}
	return ""
}

func componentCells(v stats.Components, col *report.Column) (cells []string) {
	list := []float64{v.Split, v.Seed, v.Instance}
	total := v.Split + v.Instance
	if known(v.Seed) {
		total += v.Seed
	}
	for _, x := range list {
		cells = append(cells, col.Deviation(math.Sqrt(x)))
	}
	for _, x := range list {
		cells = append(cells, fixed(100*x/total, 0))
	}
	return cells
}
