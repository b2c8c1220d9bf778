package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/report"
	"github.com/spbench/spbench/internal/stats"
)

// variance says how much of the variance of a fit's number is of its training set, its seed and its test instances.
func variance(r *Run) (*Part, error) {
	t := r.Table
	part := &Part{Title: "Variance by source: training sets, seeds, test instances"}
	grid := &Grid{Left: 2, Head: []string{"dataset", "row", "± splits", "± seeds", "± instances", "splits %", "seeds %", "instances %"}}
	designs := map[string][]string{} // datasets by what their design cannot tell
	overlaps := map[string]float64{} // of training sets, by dataset
	for i := range r.Entries {
		overlaps[r.Entries[i].Dataset] = r.Entries[i].Overlap
	}
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
			v := stats.VarianceComponents(means, t.Instances(i, c), overlaps[col.Dataset])
			grid.Rows = append(grid.Rows, append([]string{col.Dataset, nameOf(&t.Rows[i])}, componentCells(v, col)...))
			if text := unknown(means, overlaps[col.Dataset]); text != "" && !slices.Contains(designs[text], col.Dataset) {
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
		"A mean over J splits and S seeds of each has 1/(JS) of the variance of seeds; of that of splits (1+(J−1)f)/J, where f is the share of a training set that another one has too; "+
		"and of that of instances 1/J only where each split tests others. Few splits or seeds tell these roughly: ≤ 0 stands where chance made the estimate negative, which counts as none.")
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
func unknown(means [][]float64, overlap float64) string {
	repeated := slices.ContainsFunc(means, func(m []float64) bool { return len(m) > 1 })
	switch {
	case len(means) < 2 && !repeated:
		return "one fit, which says nothing of other training sets or seeds."
	case len(means) < 2:
		return "one split. What another training set would change is not known, and is often the most; so there are no shares."
	}
	var texts []string
	if !repeated {
		texts = append(texts, "one seed for each split, so that both are under splits.")
	}
	switch {
	case !known(overlap):
		texts = append(texts, "it is not known how much training sets share. ± splits takes them to share nothing, and is too small if they do.")
	case overlap >= stats.SameTraining && overlap < 1:
		texts = append(texts, fmt.Sprintf("training sets share %.0f %% of their instances. ± splits rests on the correction for it: the variance of splits that was seen is multiplied by %s.", 100*overlap, amount(1/(1-overlap))))
	}
	return strings.Join(texts, " Also, ")
}

func componentCells(v stats.Components, col *report.Column) (cells []string) {
	list := []float64{v.Split, v.Seed, v.Instance}
	split := v.Split
	if split < 0 { // of what is there it is nothing; max would lose a NaN
		split = 0
	}
	list[0] = split
	total := split + v.Instance
	if known(v.Seed) {
		total += v.Seed
	}
	for _, x := range list {
		cells = append(cells, col.Deviation(math.Sqrt(x)))
	}
	if v.Split < 0 {
		cells[0] = "≤ 0"
	}
	for _, x := range list {
		cells = append(cells, chart.Fixed(100*x/total, 0))
	}
	return cells
}
