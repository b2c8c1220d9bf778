package chart

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"math"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// HTML returns the chart as an SVG element for a page, without a legend or an XML declaration. Its
// label is Alt. Each series is a group of class "series" with its label in data-name. Over each drawn
// point with a hint there is an element <circle class="hint"> with a <title>.
func (c *Chart) HTML() ([]byte, error) {
	c = c.plain()
	width, height := c.size()
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %g %g" `+
		`width="%g" aria-label="%s" font-family="%s">`, width.Points(), height.Points(),
		width.Points(), html.EscapeString(c.Alt), families)

	// The frame has no data. Each series is a group of its own.
	p, whole := c.plot(c.ranges()), draw.New(vgsvg.New(width, height))
	whole = draw.Crop(whole, margin, -margin, margin, -margin)
	data := p.DataCanvas(whole).Rectangle
	err := c.group(&out, "frame", "", func(dc draw.Canvas) {
		dc.Rectangle = whole.Rectangle
		p.Draw(dc)
	})
	for _, s := range c.Series {
		err = errors.Join(err, c.group(&out, "series", s.Label, func(dc draw.Canvas) {
			dc.Rectangle = data
			s.Plot(dc, p)
		}))
		out.Truncate(out.Len() - len("</g>"))
		whole.Rectangle = data
		tx, ty := p.Transforms(&whole)
		for i, x := range s.X {
			hint, cx, cy := s.hint(i), tx(x).Points(), (height - ty(s.Y[i])).Points()
			// such as 0 on a logarithmic axis
			if hint == "" || math.IsNaN(cx-cy) || math.IsInf(cx-cy, 0) {
				continue
			}
			fmt.Fprintf(&out,
				`<circle class="hint" cx="%.1f" cy="%.1f" r="6"><title>%s</title></circle>`, cx, cy,
				html.EscapeString(hint))
		}
		out.WriteString("</g>")
	}
	if err != nil {
		return nil, fmt.Errorf("chart: draw for a page: %w", err)
	}
	out.WriteString("</svg>")
	return out.Bytes(), nil
}

// group appends a group of a class. name is its data-name, "" for none.
func (c *Chart) group(out *bytes.Buffer, class, name string, figure func(draw.Canvas)) error {
	canvas := vgsvg.New(c.size())
	figure(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	svg := bytes.ReplaceAll(b.Bytes(), []byte(plainFont), nil)
	start, end := bytes.Index(svg, []byte("<svg")), bytes.LastIndex(svg, []byte("</svg>"))
	start += bytes.IndexByte(svg[start:], '>') + 1
	if name != "" {
		name = fmt.Sprintf(` data-name="%s"`, html.EscapeString(name))
	}
	fmt.Fprintf(out, `<g class="%s"%s>%s</g>`, class, name, bytes.TrimSpace(svg[start:end]))
	return nil
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
