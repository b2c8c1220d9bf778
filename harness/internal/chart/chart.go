package chart

import (
	"image/color"
	"io"
	"slices"

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

	Width, Height vg.Length // in points, with 0 for 420×270; a legend in a file adds to the height
}

// An Axis is a horizontal or vertical axis.
type Axis struct {
	Title string // with its unit
	// always logarithmic; otherwise if values span a factor of five, and Names is nil
	Log   bool
	Plain bool      // never logarithmic
	Show  []float64 // values to include besides those of the series, such as both ends of a share
	Names []string  // names of the places 0, 1, …, if the axis is no scale
	Range Range     // shared by panels; zero: that of the values

	bare bool // without title and labels
}

// same reports whether two panels can share their labels.
func (a *Axis) same(b *Axis) bool {
	return slices.Equal(a.Names, b.Names) && a.Range == b.Range && (a.Names != nil || a.Range != Range{})
}

// A Kind is the way to draw a series.
type Kind int

// The kinds of series.
const (
	Line  Kind = iota // points joined in order
	Steps             // joined by steps: a value holds until the next one; a dot marks the end
	Curve             // joined, without marks
	Spans             // points with intervals along the horizontal axis; not in the legend
	Cells             // squares of side 1 around the points, for axes with names
)

// A Series is one line of the legend.
type Series struct {
	Label     string // "" for none in the legend
	Kind      Kind
	X, Y      []float64 // parallel
	Low, High []float64 // parallel to X: intervals, a band if points are joined; nil for none
	Hollow    bool      // Spans: rings in place of dots; Cells: pale
	Style     int       // index for StyleOf; −1 for a thin grey line without a learner
}

// Write draws the chart in one of the [Formats], with a legend below it.
func (c *Chart) Write(w io.Writer, format string) error {
	return (&Sheet{Rows: [][]*Chart{{c}}}).Write(w, format)
}

func (c *Chart) size() (width, height vg.Length) {
	if c.Width > 0 && c.Height > 0 {
		return c.Width, c.Height
	}
	return 420, 270
}

// Legend returns the series for the legend of the chart.
func (c *Chart) Legend() (l Legend) {
	for _, s := range c.Series {
		if s.Label != "" && s.Kind != Spans {
			l = append(l, s)
		}
	}
	return l
}

// Fill paints a canvas in one colour.
func Fill(dc draw.Canvas, c color.Color) {
	dc.FillPolygon(c, []vg.Point{dc.Min, {X: dc.Max.X, Y: dc.Min.Y}, dc.Max,
		{X: dc.Min.X, Y: dc.Max.Y}})
}

// plot returns title, axes and grid.
func (c *Chart) plot(x, y Range) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.Title.TextStyle.Font = c.Title, Font(11).Font
	c.X.apply(&p.X, x)
	c.Y.apply(&p.Y, y)
	// A longer title would move the axis.
	if width, _ := c.size(); p.X.Label.TextStyle.Width(c.X.Title) > width/2 {
		p.X.Label.TextStyle.Font.Size *= width / 2 / p.X.Label.TextStyle.Width(c.X.Title)
	}
	g := plotter.NewGrid()
	g.Horizontal.Color, g.Vertical.Color = Rule, Rule
	g.Horizontal.Width, g.Vertical.Width = 0.5, 0.5
	p.Add(g)
	return p
}

// ranges returns the ranges of both axes.
func (c *Chart) ranges() (x, y Range) {
	xs, ys := [][]float64{c.X.Show}, [][]float64{c.Y.Show}
	for _, s := range c.Series {
		xs, ys = append(xs, s.X), append(ys, s.Y)
		if s.Kind == Spans {
			xs = append(xs, s.Low, s.High)
		} else {
			ys = append(ys, s.Low, s.High)
		}
	}
	return c.X.scale(xs), c.Y.scale(ys)
}

// scale returns the range of an axis with these values.
func (a Axis) scale(values [][]float64) Range {
	switch {
	case a.Range != Range{}:
		return a.Range
	case a.Names != nil:
		return Range{Min: -0.6, Max: float64(len(a.Names)) - 0.4}
	case a.Plain:
		return linear(values...)
	}
	return NewRange(a.Log, values...)
}

// apply sets the common look, range, ticks and title.
func (a Axis) apply(p *plot.Axis, r Range) {
	label, tick := &p.Label.TextStyle, &p.Tick
	label.Font.Variant, label.Font.Size, label.Color = "Sans", 10.5, Ink
	tick.Label.Font.Variant, tick.Label.Font.Size, tick.Label.Color = "Sans", 9, Ink
	p.LineStyle.Color, p.LineStyle.Width = Frame, 0.6
	tick.LineStyle, tick.Length, p.Padding = p.LineStyle, 4, 0
	p.Min, p.Max = r.Min, r.Max
	ticks := linearTicks
	if r.Log {
		p.Scale, ticks = plot.LogScale{}, logTicks
	}
	tick.Marker = plot.TickerFunc(func(low, high float64) (list []plot.Tick) {
		for i, name := range a.Names {
			list = append(list, plot.Tick{Value: float64(i), Label: name})
		}
		if a.Names == nil {
			list = ticks(low, high)
		}
		for i := range list {
			if a.bare && list[i].Label != "" {
				list[i].Label = " " // still a major tick
			}
		}
		return list
	})
	if !a.bare {
		p.Label.Text = a.Title
	}
}
