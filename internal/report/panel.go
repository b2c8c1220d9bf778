package report

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/spbench/spbench/internal/chart"
)

// plot draws the bands of one panel.
func (f *Figure) plot(r, c int) *plot.Plot {
	p := plot.New()
	pane := &f.panels[r][c]
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		chart.Trim(a)
	}
	p.X.Label.Padding, p.Y.Label.Padding = 3, 4
	pane.x.Apply(&p.X, r == len(f.panels)-1)
	pane.y.Apply(&p.Y, c == 0)
	if r == len(f.panels)-1 {
		p.X.Label.Text = f.xTitle(c)
	}
	if c == 0 {
		p.Y.Label.Text = f.yTitle(r)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = chart.Rule, chart.Rule
	grid.Horizontal.Width, grid.Vertical.Width = 0.5, 0.5
	p.Add(grid)
	for _, b := range pane.bands {
		p.Add(bandPlotter{b, f.scaled(r, b.Low), f.scaled(r, b.High), f.scaled(r, b.Median), f.styles[b.Label], pane})
	}
	return p
}

// A bandPlotter draws a band as steps, then its median, then a dot where it ends.
type bandPlotter struct {
	Band
	low, high, median []float64
	style             chart.Style
	panel             *panel
}

// Plot implements plot.Plotter.
func (b bandPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	steps := func(v []float64) (points []vg.Point) {
		for i, x := range b.X {
			if i > 0 {
				points = append(points, vg.Point{X: tx(x), Y: ty(v[i-1])})
			}
			points = append(points, vg.Point{X: tx(x), Y: ty(v[i])})
		}
		return points
	}
	area := steps(b.high)
	low := steps(b.low)
	for i := len(low) - 1; i >= 0; i-- {
		area = append(area, low[i])
	}
	if b.Fits > 1 && len(b.X) > 1 {
		c.FillPolygon(b.style.Band(), area)
	}
	median := steps(b.median)
	c.StrokeLines(b.style.Line(), median)
	c.DrawGlyph(draw.GlyphStyle{Color: b.style.Color, Radius: 2.2, Shape: draw.CircleGlyph{}}, median[len(median)-1])
}
