package study

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/stats"
)

// triangle draws the posterior of the Bayesian signed-rank test of a row against another as its authors do (Benavoli et al. 2017, §4.2): each
// point is a draw of θ, the nearer to a corner the larger that part of it; dashed lines bound where a part is the largest, and the share
// of all draws there is the belief at the corner.
func triangle(row, other string, datasets int, draws []stats.Belief) *chart.Chart {
	points := chart.Series{Kind: chart.Points, Style: 0}
	every := (len(draws) + manyPoints - 1) / manyPoints
	for k := 0; k < len(draws); k += every {
		x, y := barycentric(draws[k])
		points.X, points.Y, points.Hints = append(points.X, x), append(points.Y, y), append(points.Hints, "")
	}
	belief := stats.Largest(draws)
	corners := []struct {
		at   stats.Belief
		text string
	}{
		{stats.Belief{Below: 1}, fmt.Sprintf("%s better: %s", row, chart.Fixed(belief.Below, 3))},
		{stats.Belief{In: 1}, fmt.Sprintf("equal: %s", chart.Fixed(belief.In, 3))},
		{stats.Belief{Above: 1}, fmt.Sprintf("%s better: %s", other, chart.Fixed(belief.Above, 3))},
	}
	names := chart.Series{Kind: chart.Curve, Style: -1}
	for _, c := range append(corners, corners[0]) {
		x, y := barycentric(c.at)
		names.X, names.Y, names.Hints = append(names.X, x), append(names.Y, y), append(names.Hints, "")
		names.Texts = append(names.Texts, c.text)
	}
	names.Texts[3] = "" // the first once more
	for i, c := range corners {
		names.Hints[i] = c.text
	}
	series := []chart.Series{names}
	for _, edge := range []stats.Belief{{Below: 0.5, In: 0.5}, {In: 0.5, Above: 0.5}, {Below: 0.5, Above: 0.5}} {
		x, y := barycentric(edge)
		midX, midY := barycentric(stats.Belief{Below: 1. / 3, In: 1. / 3, Above: 1. / 3})
		series = append(series, chart.Series{Kind: chart.Curve, Style: -1, X: []float64{midX, x}, Y: []float64{midY, y}, Hints: []string{"", ""}})
	}
	return &chart.Chart{
		Title: fmt.Sprintf("Beliefs over %d datasets", datasets),
		Alt: fmt.Sprintf("A triangle of draws from the posterior over %d datasets. %s; %s; %s. %d of %d draws are points.",
			datasets, corners[0].text, corners[1].text, corners[2].text, len(points.X), len(draws)),
		X: chart.Axis{Bare: true}, Y: chart.Axis{Bare: true, Show: []float64{-0.07, 0.95}},
		Series: append(series, points), Width: 340, Height: 350,
	}
}

// barycentric returns the place of b in the triangle of side 1 with the corners Below (left), In (top) and Above (right).
func barycentric(b stats.Belief) (x, y float64) { return b.Above + b.In/2, b.In * math.Sqrt(3) / 2 }
