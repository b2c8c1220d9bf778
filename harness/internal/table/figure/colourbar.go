package figure

import (
	"image"
	"image/color"
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
)

// A bar explains the colours of marginals or of their spread.
type bar struct {
	low, high, text string        // texts at its ends and behind it
	colours         []color.NRGBA // at equal distances, mixed between them
}

// bars returns the bars of the kinds of views in the picture. That of marginals mixes neighbours of
// the legend.
func (p *Picture) bars() (all []bar) {
	starts, k := p.starts(), len(p.colours)
	if starts[spreads] > starts[marginals] {
		all = append(all, bar{p.names[0], p.names[k-1],
			"marginals: colours mixed by probability", p.colours})
	}
	if starts[viewKinds] > starts[spreads] {
		all = append(all, bar{"0", chart.Significant(1-1/float64(k), 2), "variance",
			[]color.NRGBA{{A: 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}}})
	}
	return all
}

// A bar has barSteps colours, each barStep pixels wide. Few colours keep the file small.
const barSteps, barStep = 33, 10

// bar draws a colour bar with y as the top of its line.
func (g *page) bar(b *bar, y int) {
	g.text(legendSize, pictureEdge, y, b.low)
	x := pictureEdge + dots(chart.Font(legendSize).Width(b.low)) + 10
	box := image.Rect(x, y+lines(legendSize)/8, x+barSteps*barStep, y+lines(legendSize)*3/4)
	g.fill(box.Inset(-1), chart.Frame)
	for i := range barSteps {
		at := float64(i*(len(b.colours)-1)) / (barSteps - 1)
		q := make([]float64, len(b.colours))
		for k := range q {
			q[k] = max(0, 1-math.Abs(at-float64(k)))
		}
		box.Min.X = x + i*barStep
		g.fill(box, blend(b.colours, q))
	}
	g.text(legendSize, box.Max.X+10, y, b.high+"    "+b.text)
}
