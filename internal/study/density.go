package study

import (
	"fmt"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/report"
)

// manyCharts is how many rows are drawn against the one that leads.
const manyCharts = 4

// densities draws, of one dataset, what is believed of the true difference between the row that leads and each of the first others: a curve
// for each, over the middle 99.8 %, each as high as the others, with the region of practical equivalence shaded. nil where no difference has a density.
func densities(t *report.Table, c int, pairs []report.Pair, rope float64) *chart.Chart {
	col := &t.Columns[c]
	unit, scale := "", 1.0
	if col.Metric.Percent {
		unit, scale = ", points", 100
	}
	out := &chart.Chart{
		Title: col.Dataset + ": beliefs about the difference",
		Y:     chart.Axis{Title: "density, of its peak", Show: []float64{0}},
	}
	row := ""
	for i := range pairs {
		test := &pairs[i].Test
		from, to := test.Interval(0.998)
		if !known(from, to, test.Density(test.Effect)) || len(out.Series) == manyCharts {
			continue
		}
		row = nameOf(&t.Rows[pairs[i].A])
		other := nameOf(&t.Rows[pairs[i].B])
		const pieces = 60 // of each half
		s := chart.Series{Label: "− " + other, Kind: chart.Curve, Style: len(out.Series), Hints: make([]string, 2*pieces+1)}
		for k := range 2*pieces + 1 {
			x := test.Effect + (to-test.Effect)*float64(k-pieces)/pieces
			s.X, s.Y = append(s.X, scale*x), append(s.Y, test.Density(x)/test.Density(test.Effect))
		}
		s.Hints[pieces] = fmt.Sprintf("%s − %s: %s", row, other, col.Difference(test.Effect))
		out.Series = append(out.Series, s)
		b := test.Posterior(rope)
		out.Alt += fmt.Sprintf("%s − %s: below the region with probability %s, in it %s, above it %s. ",
			row, other, chart.Fixed(b.Below, 3), chart.Fixed(b.In, 3), chart.Fixed(b.Above, 3))
	}
	if len(out.Series) == 0 {
		return nil
	}
	better := "left"
	if col.Metric.Higher {
		better = "right"
	}
	out.X = chart.Axis{Title: fmt.Sprintf("%s − other in %s%s; %s: %s is better", row, col.Metric.Name, unit, better, row), Plain: true}
	region := chart.Series{
		Label: "equal", Kind: chart.Curve, Style: -1, X: []float64{-scale * rope, scale * rope}, Y: []float64{0, 0},
		Low: []float64{0, 0}, High: []float64{1, 1}, Hints: []string{"", ""},
	}
	out.Series = append([]chart.Series{region}, out.Series...)
	return out
}
