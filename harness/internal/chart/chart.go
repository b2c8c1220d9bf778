package chart

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Chart is series on two axes.
type Chart struct {
	Title  string
	Alt    string // description in a sentence, for readers who cannot see it
	X, Y   Axis
	Series []Series
	Rising bool // series rise to the right, so the legend is at the bottom

	Width, Height vg.Length // in points; 0 for 420×270
}

// An Axis is a horizontal or vertical axis.
type Axis struct {
	Title string // with its unit
	// always logarithmic; otherwise if values span a factor of five, and Names is nil
	Log   bool
	Plain bool      // never logarithmic
	Show  []float64 // values to include besides those of the series, such as both ends of a share
	Names []string  // names of the places 0, 1, …, if the axis is no scale
}

// A Kind is the way to draw a series.
type Kind int

// The kinds of series.
const (
	Line   Kind = iota // points joined in order
	Steps              // joined by steps: a value holds until the next one; a dot marks the end
	Points             // not joined
	Curve              // joined, without marks
)

// A Series is one line of the legend.
type Series struct {
	Label     string // "" for none in the legend
	Kind      Kind
	X, Y      []float64 // parallel
	Low, High []float64 // parallel to X: intervals, a band if points are joined; nil for none
	// parallel to X: hover texts; nil for the numbers, or for none if Style is −1; a "" has no mark
	Hints []string
	Style int // index for StyleOf; −1 for a thin grey line without a learner
}

// Write draws the chart in one of the [Formats].
func (c *Chart) Write(w io.Writer, format string) error {
	width, height := c.size()
	return Write(w, format, width, height, func(dc draw.Canvas) { c.draw(dc) })
}

func (c *Chart) size() (width, height vg.Length) {
	if c.Width > 0 && c.Height > 0 {
		return c.Width, c.Height
	}
	return 420, 270
}

// draw draws the chart. It returns the plot and the canvas of its data.
func (c *Chart) draw(dc draw.Canvas) (*plot.Plot, draw.Canvas) {
	dc.FillPolygon(White, []vg.Point{dc.Min, {X: dc.Max.X, Y: dc.Min.Y}, dc.Max,
		{X: dc.Min.X, Y: dc.Max.Y}})
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.Title.TextStyle.Font = c.Title, Font(11).Font
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		Trim(a)
	}
	var xs, ys [][]float64
	for _, s := range c.Series {
		xs, ys = append(xs, s.X), append(ys, s.Y, s.Low, s.High)
	}
	c.X.apply(&p.X, xs)
	c.Y.apply(&p.Y, ys)
	p.Add(Grid())
	p.Legend.Top = !c.Rising
	p.Legend.TextStyle.Font = Font(9).Font
	p.Legend.Padding = 3 // between lines
	for _, s := range c.Series {
		p.Add(s)
		if s.Label != "" {
			p.Legend.Add(s.Label, s)
		}
	}
	inside := draw.Crop(dc, 8, -10, 6, -8)
	p.Draw(inside)
	return p, p.DataCanvas(inside)
}

// Trim gives an axis the common look.
func Trim(a *plot.Axis) {
	a.Label.TextStyle.Font.Variant, a.Label.TextStyle.Font.Size, a.Label.TextStyle.Color = "Sans",
		10.5, Ink
	a.Tick.Label.Font.Variant, a.Tick.Label.Font.Size, a.Tick.Label.Color = "Sans", 9, Ink
	a.LineStyle.Color, a.LineStyle.Width = Frame, 0.6
	a.Tick.LineStyle = a.LineStyle
	a.Tick.Length = 4
	a.Padding = 0
}

// apply sets range, ticks and title.
func (a Axis) apply(p *plot.Axis, values [][]float64) {
	p.Label.Text = a.Title
	if a.Names != nil {
		p.Min, p.Max = -0.6, float64(len(a.Names))-0.4
		p.Tick.Marker = plot.TickerFunc(func(_, _ float64) (ticks []plot.Tick) {
			for i, name := range a.Names {
				ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
			}
			return ticks
		})
		return
	}
	values = append(values, a.Show)
	r := NewRange(a.Log, values...)
	if a.Plain && r.Log {
		r = linear(values...)
	}
	r.Apply(p, true)
}

// Grid returns the common grid.
func Grid() *plotter.Grid {
	g := plotter.NewGrid()
	g.Horizontal.Color, g.Vertical.Color = Rule, Rule
	g.Horizontal.Width, g.Vertical.Width = 0.5, 0.5
	return g
}
