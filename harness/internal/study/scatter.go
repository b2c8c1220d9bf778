package study

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
	"github.com/spbench/spbench/harness/internal/table"
)

// manyPoints is the maximum number of points of a chart.
const manyPoints = 400

// bestTwoScatter plots the two best rows of a column against each other: a point for each test
// instance of the first split. It returns nil if there are no two rows, or if the column is not one
// of the first metric. The function is long: most of it describes the chart.
func bestTwoScatter(t *table.Table, c int) *chart.Chart {
	col := &t.Columns[c]
	rows := bestRows(t, c)
	if col.Metric.Name != t.Columns[0].Metric.Name || len(rows) < 2 {
		return nil
	}
	if _, ok := t.WinRate(rows[0], rows[1], c); !ok {
		return nil
	}
	a, b := t.Own(rows[0], c), t.Own(rows[1], c)
	x, y := a[0].Values, b[0].Values
	low, high, n := math.Inf(1), math.Inf(-1), 0
	for i := range x {
		if finite(x[i], y[i]) {
			low, high, n = min(low, x[i], y[i]), max(high, x[i], y[i]), n+1
		}
	}
	if n == 0 {
		return nil
	}
	scale, unit := col.Metric.Scale(), ""
	if col.Metric.Percent {
		unit = ", %"
	}
	points := scatterPoints(x, y, high-low, scale, unit)
	better, worse := 0, 0 // of the row on the horizontal axis
	for _, v := range stats.Ahead(x, y) {
		switch v {
		case 0:
			worse++
		case 1:
			better++
		}
	}
	if col.Metric.Higher {
		better, worse = worse, better
	}
	first, second := rowName(&t.Rows[rows[0]]), rowName(&t.Rows[rows[1]])
	diagonal := []float64{scale * low, scale * high}
	title := col.Dataset + ": each test instance"
	if len(x) > manyPoints {
		title = fmt.Sprintf("%s: %d of %d test instances", col.Dataset, len(points.X), len(x))
	}
	if len(a) > 1 {
		title += " of the first split"
	}
	return &chart.Chart{
		Title: title,
		Alt: fmt.Sprintf("%s on %s: of %d test instances %s is better on %d and %s on %d. "+
			"Points are shifted a little to show equal ones.",
			col.Metric.Name, col.Dataset, n, first, better, second, worse),
		X:      chart.Axis{Title: first + unit, Plain: true},
		Y:      chart.Axis{Title: second + unit, Plain: true},
		Series: []chart.Series{{Label: "equal", Style: -1, X: diagonal, Y: diagonal}, points},
		Width:  330, Height: 330,
	}
}

// scatterPoints returns at most manyPoints points, in units of scale. They are shifted a little, in
// proportion to span.
func scatterPoints(x, y []float64, span, scale float64, unit string) (s chart.Series) {
	s.Kind = chart.Points
	every := (len(x) + manyPoints - 1) / manyPoints
	for i := range x {
		if !finite(x[i], y[i]) || i%every > 0 {
			continue
		}
		s.X = append(s.X, scale*(x[i]+jitter(i, 0.6180339887498949)*span))
		s.Y = append(s.Y, scale*(y[i]+jitter(i, 0.7548776662466927)*span))
		s.Hints = append(s.Hints, fmt.Sprintf("%s and %s%s",
			chart.Significant(scale*x[i], 3), chart.Significant(scale*y[i], 3), unit))
	}
	return s
}

// jitter returns a deterministic shift within ±1.2 % of the range for point i. Multiples of an
// irrational number spread evenly.
func jitter(i int, step float64) float64 {
	_, fraction := math.Modf(float64(i) * step)
	return 0.024 * (fraction - 0.5)
}

func finite(values ...float64) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}
