package figure

import (
	"image"
	"image/color"

	"github.com/spbench/spbench/harness/internal/chart"
)

// A bar explains the colours of marginals or of their spread, from one end of a scale to the other.
type bar struct {
	low, high, text string
	colours         []color.NRGBA // at equal distances, mixed between them
}

// A bar has barSteps colours, each barStep pixels wide. Few colours keep the file small.
const barSteps, barStep = 33, 10

// bars returns the colour bars of the kinds of views that the picture has. Three and more labels
// have no line of colours, so their bar mixes neighbours of the legend.
func (p *Picture) bars() (all []bar) {
	starts, k := p.starts(), len(p.colours)
	if starts[spreads] > starts[marginals] && k > 1 {
		b := bar{"0", "1", "marginals: probability of " + p.names[1], p.colours}
		if k > 2 {
			b = bar{p.names[0], p.names[k-1], "marginals: colours of labels, mixed by probability",
				p.colours}
		}
		all = append(all, b)
	}
	if starts[viewKinds] > starts[spreads] {
		all = append(all, bar{"0", chart.Significant(1-1/float64(k), 2),
			"variance of a label drawn from the marginals",
			[]color.NRGBA{{A: 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}}})
	}
	return all
}

// width returns the width of the bar with its texts in pixels.
func (b *bar) width() int {
	return barSteps*barStep + 3*pictureGap + dots(chart.Font(legendSize).Width(b.low+b.high+b.text))
}

// bar draws a colour bar with y as the top of its line.
func (g *page) bar(b *bar, y int) {
	line, x := lines(legendSize), pictureEdge
	beside := func(text string) {
		g.text(legendSize, x, y, text)
		x += dots(chart.Font(legendSize).Width(text)) + 10
	}
	beside(b.low)
	box := image.Rect(x, y+line/8, x+barSteps*barStep, y+line*3/4)
	g.fill(box.Inset(-1), chart.Frame)
	for i := range barSteps {
		at := float64(i*(len(b.colours)-1)) / (barSteps - 1)
		left := min(int(at), len(b.colours)-2)
		share := at - float64(left)
		cell := image.Rect(box.Min.X+i*barStep, box.Min.Y, box.Min.X+(i+1)*barStep, box.Max.Y)
		g.fill(cell, blend(b.colours[left:left+2], []float64{1 - share, share}))
	}
	x = box.Max.X + 10
	beside(b.high)
	x += pictureGap
	beside(b.text)
}
