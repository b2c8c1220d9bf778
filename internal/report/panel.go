package report

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A lineStyle tells learners apart, by colour and by dashes.
type lineStyle struct {
	color  color.NRGBA
	dashes []vg.Length
}

// palette is that of Okabe and Ito (2008), which stays distinct for readers with
// any kind of colour vision, without its yellow, which is faint on white.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xB2, 0xFF}, {0xD5, 0x5E, 0x00, 0xFF}, {0x00, 0x9E, 0x73, 0xFF}, {0xCC, 0x79, 0xA7, 0xFF},
	{0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0x00, 0x00, 0x00, 0xFF},
}

var dashes = [][]vg.Length{nil, {7, 2.5}, {2, 2}, {7, 2, 2, 2}, {12, 3}}

// styleOf returns the style of learner i; the first 35 differ.
func styleOf(i int) lineStyle {
	return lineStyle{palette[i%len(palette)], dashes[i%len(dashes)]}
}

var (
	white = color.Gray{0xFF}
	rule  = color.Gray{0xE4} // of the grid
	frame = color.Gray{0x60}
	ink   = color.Gray{0x20}
)

func (s lineStyle) line() draw.LineStyle {
	return draw.LineStyle{Color: s.color, Width: vg.Points(1.5), Dashes: s.dashes}
}

func (s lineStyle) band() color.NRGBA {
	c := s.color
	c.A = 0x30
	return c
}

// font returns a text style of that size.
func font(size vg.Length) text.Style {
	s := plot.New().Title.TextStyle // for its handler
	s.Font.Variant, s.Font.Size, s.Color = "Sans", size, ink
	s.XAlign, s.YAlign = draw.XLeft, draw.YTop
	return s
}

// plot draws the bands of one panel.
func (f *Figure) plot(r, c int) *plot.Plot {
	p := plot.New()
	pane := &f.panels[r][c]
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Variant, a.Label.TextStyle.Font.Size, a.Label.TextStyle.Color = "Sans", 10.5, ink
		a.Tick.Label.Font.Variant, a.Tick.Label.Font.Size, a.Tick.Label.Color = "Sans", 9, ink
		a.LineStyle.Color, a.LineStyle.Width = frame, 0.6
		a.Tick.LineStyle = a.LineStyle
		a.Tick.Length = 4
		a.Padding = 0
	}
	p.X.Label.Padding, p.Y.Label.Padding = 3, 4
	pane.x.apply(&p.X, r == len(f.panels)-1)
	pane.y.apply(&p.Y, c == 0)
	if r == len(f.panels)-1 {
		p.X.Label.Text = f.xTitle(c)
	}
	if c == 0 {
		p.Y.Label.Text = f.yTitle(r)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = rule, rule
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
	style             lineStyle
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
		c.FillPolygon(b.style.band(), area)
	}
	median := steps(b.median)
	c.StrokeLines(b.style.line(), median)
	c.DrawGlyph(draw.GlyphStyle{Color: b.style.color, Radius: 2.2, Shape: draw.CircleGlyph{}}, median[len(median)-1])
}
