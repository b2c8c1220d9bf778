package chart

import (
	"bytes"
	"fmt"
	"html"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// HTML returns the chart as an SVG element for a page, without a legend or an XML declaration. Its
// label is Alt. Each series is a group of class "series" with its label in data-name. Over each drawn
// point with a hint there is an element <circle class="hint"> with a <title>.
//
// An axis is a group with classes "axis" and "x" or "y". If its values allow a linear and a
// logarithmic scale, there are two groups: the first for the scale that is drawn, the second hidden.
// Attribute data-x or data-y of the element then has six numbers and a word. They are both ends in
// the drawing, for both scales both ends in logarithms or values, and whether the first scale is
// logarithmic.
func (c *Chart) HTML() ([]byte, error) {
	c = c.plain()
	width, height := c.size()
	x, y := c.ranges()
	across, up := c.values()
	p := c.plot(x, y)
	area := draw.New(vgsvg.New(width, height))
	data := p.DataCanvas(inside(area))
	l := &layers{width: width, height: height, data: data.Rectangle}
	frame := c.plot(x, y)
	hide(&frame.X)
	hide(&frame.Y)
	l.add("", frame)
	other, both := c.X.other(x, across)
	scales := l.axis("x", l.data.Min.X, l.data.Max.X, x, other, both,
		func(r Range) *plot.Plot { return c.plot(r, y) })
	other, both = c.Y.other(y, up)
	scales += l.axis("y", l.data.Min.Y, l.data.Max.Y, y, other, both,
		func(r Range) *plot.Plot { return c.plot(x, r) })
	for _, s := range c.Series {
		l.series(s, p)
	}
	if l.err != nil {
		return nil, fmt.Errorf("chart: draw for a page: %w", l.err)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %g %g" `+
		`width="%g" aria-label="%s" font-family="%s"%s>`, width.Points(), height.Points(),
		width.Points(), html.EscapeString(c.Alt), families, scales)
	out.Write(l.svg.Bytes())
	out.WriteString("</svg>")
	return out.Bytes(), nil
}

// Layers are the groups of an SVG element over the same area of data.
type layers struct {
	width, height vg.Length
	data          vg.Rectangle
	svg           bytes.Buffer
	err           error
}

// add adds a plot with its data in the area.
func (l *layers) add(attributes string, p *plot.Plot) {
	l.group(attributes, func(dc draw.Canvas) { p.Draw(Around(p, dc, l.data)) })
}

// group adds a group with these attributes.
func (l *layers) group(attributes string, figure func(draw.Canvas)) {
	canvas := vgsvg.New(l.width, l.height)
	figure(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		l.err = err
		return
	}
	svg := bytes.ReplaceAll(b.Bytes(), []byte(plainFont), nil)
	start, end := bytes.Index(svg, []byte("<svg")), bytes.LastIndex(svg, []byte("</svg>"))
	start += bytes.IndexByte(svg[start:], '>') + 1
	fmt.Fprintf(&l.svg, "<g%s>%s</g>", attributes, bytes.TrimSpace(svg[start:end]))
}

// axis adds an axis with its grid, for one scale or for both. It returns the attribute of both.
func (l *layers) axis(name string, low, high vg.Length, own, other Range, both bool,
	draw func(Range) *plot.Plot) string {
	add := func(r Range, hidden string) {
		p := draw(r)
		p.Title.Text = ""
		if name == "x" {
			hide(&p.Y)
		} else {
			hide(&p.X)
		}
		l.add(fmt.Sprintf(` class="axis %s"%s`, name, hidden), p)
	}
	add(own, "")
	if !both {
		return ""
	}
	add(other, ` display="none"`)
	text := fmt.Sprintf(` data-%s="%.5g %.5g`, name, low.Points(), high.Points())
	for _, r := range []Range{own, other} {
		if r.Log {
			r.Min, r.Max = math.Log(r.Min), math.Log(r.Max)
		}
		text += fmt.Sprintf(" %.6g %.6g", r.Min, r.Max)
	}
	return text + fmt.Sprintf(` %t"`, own.Log)
}

// series adds a series with the marks of its hints.
func (l *layers) series(s Series, p *plot.Plot) {
	attributes := ` class="series"`
	if s.Label != "" {
		attributes += fmt.Sprintf(` data-name="%s"`, html.EscapeString(s.Label))
	}
	l.group(attributes, func(dc draw.Canvas) {
		dc.Rectangle = l.data
		s.Plot(dc, p)
	})
	var at draw.Canvas
	at.Rectangle = l.data
	tx, ty := p.Transforms(&at)
	l.svg.Truncate(l.svg.Len() - len("</g>"))
	for i, x := range s.X {
		hint, cx, cy := s.hint(i), tx(x).Points(), (l.height - ty(s.Y[i])).Points()
		// such as 0 on a logarithmic axis
		if hint == "" || math.IsNaN(cx-cy) || math.IsInf(cx-cy, 0) {
			continue
		}
		fmt.Fprintf(&l.svg,
			`<circle class="hint" cx="%.1f" cy="%.1f" r="6"><title>%s</title></circle>`, cx, cy,
			html.EscapeString(hint))
	}
	l.svg.WriteString("</g>")
}

// hide makes an axis empty.
func hide(a *plot.Axis) {
	a.Label.Text, a.Tick.Length, a.Width = "", 0, 0
	a.Tick.Marker = plot.ConstantTicks(nil)
}

// Around returns the canvas on which p has its data in a rectangle. The width of labels depends
// slightly on the canvas, so it iterates.
func Around(p *plot.Plot, c draw.Canvas, data vg.Rectangle) draw.Canvas {
	c.Rectangle = data
	for range 8 {
		inner := p.DataCanvas(c)
		c.Min.X += data.Min.X - inner.Min.X
		c.Min.Y += data.Min.Y - inner.Min.Y
		c.Max.X += data.Max.X - inner.Max.X
		c.Max.Y += data.Max.Y - inner.Max.Y
	}
	return c
}

// hint returns the hover text of point i; "" for none.
func (s Series) hint(i int) string {
	switch {
	case s.Hints != nil:
		return s.Hints[i]
	case s.Style < 0: // a reference line without meaningful numbers
		return ""
	}
	text := Significant(s.X[i], 4) + ": " + Significant(s.Y[i], 4)
	if s.Low != nil {
		text += " (" + Significant(s.Low[i], 4) + " … " + Significant(s.High[i], 4) + ")"
	}
	if s.Label != "" {
		text = s.Label + ", " + text
	}
	return text
}
