package study

import (
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/grid"
	"github.com/spbench/spbench/harness/internal/table"
)

// frontText explains the grid of paretoFront.
const frontText = "CPU s: the median fit with its tuning, summed over datasets. *: no other row " +
	"is at least as good and as cheap, and better in one."

// paretoFront lists mean ranks and CPU seconds, and marks their Pareto front; nil without seconds.
func paretoFront(t *table.Table, o *lossTable, ranks []float64) *grid.Grid {
	g := grid.New("row").Numbers("mean rank", "CPU s")
	g.Heads = append(g.Heads, grid.Head{Bottom: "front"})
	seconds, known := make([]float64, len(o.rows)), false
	for i, r := range o.rows {
		for _, c := range o.columns {
			if d := slices.Index(t.Datasets, t.Columns[c].Dataset); d < len(t.Rows[r].Effort) {
				e := &t.Rows[r].Effort[d]
				seconds[i] += float64(e.CPUSeconds + e.TuneCPU)
			}
		}
		known = known || seconds[i] > 0
	}
	if !known {
		return nil
	}
	for i, name := range o.names(t) {
		mark := "*"
		for j := range seconds {
			atMost := ranks[j] <= ranks[i] && seconds[j] <= seconds[i]
			if !finite(seconds[i]) || atMost && (ranks[j] < ranks[i] || seconds[j] < seconds[i]) {
				mark = ""
			}
		}
		g.Add(name, chart.Fixed(ranks[i], 2), formatEffort(seconds[i]), mark)
	}
	return g
}
