package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const dot = 2.4 // radius of a point

// Look returns the style of the series, thin and grey if it has no learner.
func (s Series) Look() Style {
	if s.Style < 0 {
		return Style{Color: grey, Dashes: []vg.Length{3, 3}}
	}
	return StyleOf(s.Style)
}

// Plot implements plot.Plotter.
func (s Series) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	path := func(v []float64) (points []vg.Point) {
		for i, x := range s.X {
			if s.Kind == Steps && i > 0 {
				points = append(points, vg.Point{X: tx(x), Y: ty(v[i-1])})
			}
			points = append(points, vg.Point{X: tx(x), Y: ty(v[i])})
		}
		return points
	}
	if s.Kind == Cells {
		s.drawCells(c, tx, ty)
		return
	}
	if s.Kind == Spans {
		s.drawSpans(c, tx, ty)
		return
	}
	style := s.Look()
	if s.Low != nil {
		low := path(s.Low)
		slices.Reverse(low)
		c.FillPolygon(style.Band(), append(path(s.High), low...))
	}
	points := path(s.Y)
	c.StrokeLines(style.Line(), points)
	switch s.Kind {
	case Curve:
		points = nil
	case Steps:
		points = points[max(0, len(points)-1):]
	}
	for _, at := range points {
		c.DrawGlyph(draw.GlyphStyle{Color: style.Color, Radius: dot, Shape: draw.CircleGlyph{}}, at)
	}
}

// drawSpans draws points with their intervals, if they have one.
func (s Series) drawSpans(c draw.Canvas, tx, ty func(float64) vg.Length) {
	line := s.Look().Line()
	line.Dashes = nil
	for i, x := range s.X {
		at := vg.Point{X: tx(x), Y: ty(s.Y[i])}
		if s.Low != nil && !math.IsNaN(s.High[i]-s.Low[i]) {
			c.StrokeLine2(line, tx(s.Low[i]), at.Y, tx(s.High[i]), at.Y)
		}
		dot := draw.GlyphStyle{Color: line.Color, Radius: 1.4 * dot, Shape: draw.CircleGlyph{}}
		c.DrawGlyph(dot, at)
		if s.Hollow {
			dot.Color, dot.Radius = White, 0.9*dot.Radius/1.4
			c.DrawGlyph(dot, at)
		}
	}
}

// drawCells draws the squares, with white lines between neighbours.
func (s Series) drawCells(c draw.Canvas, tx, ty func(float64) vg.Length) {
	for i, x := range s.X {
		low := vg.Point{X: tx(x - 0.48), Y: ty(s.Y[i] - 0.48)}
		high := vg.Point{X: tx(x + 0.48), Y: ty(s.Y[i] + 0.48)}
		c.FillPolygon(s.fill(), []vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}})
	}
}

// fill returns the colour of a square. Without a learner it is yellow, or grey if Hollow, which no
// learner has.
func (s Series) fill() color.Color {
	if s.Style < 0 && !s.Hollow {
		return color.NRGBA{0xF0, 0xE4, 0x42, 0xFF}
	}
	if s.Hollow {
		return s.Look().Band()
	}
	return s.Look().Color
}

// Thumbnail implements plot.Thumbnailer: the mark in the legend.
func (s Series) Thumbnail(c *draw.Canvas) {
	if s.Kind == Cells {
		Fill(*c, s.fill())
		return
	}
	if s.Low != nil {
		Fill(*c, s.Look().Band())
	}
	y := (c.Min.Y + c.Max.Y) / 2
	c.StrokeLine2(s.Look().Line(), c.Min.X, y, c.Max.X, y)
}
