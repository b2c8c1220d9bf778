package chart

import (
	"bytes"
	"fmt"
	"html"
	"math"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// HTML returns the chart as an SVG element for a page, without an XML declaration. Its label is
// Alt. Over each drawn point with a hint there is an element <circle class="hint"> with a <title>.
func (c *Chart) HTML() ([]byte, error) {
	width, height := c.size()
	canvas := vgsvg.New(width, height)
	p, data := c.draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("chart: draw for a page: %w", err)
	}
	svg := portable(b.Bytes())
	start, end := bytes.Index(svg, []byte("<svg")), bytes.LastIndex(svg, []byte("</svg>"))
	open := start + bytes.IndexByte(svg[start:], '>')
	var out bytes.Buffer
	fmt.Fprintf(&out,
		`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %g %g" width="%g" aria-label="%s">`,
		width.Points(), height.Points(), width.Points(), html.EscapeString(c.Alt))
	out.Write(svg[open+1 : end])
	tx, ty := p.Transforms(&data)
	for _, s := range c.Series {
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
	}
	out.WriteString("</svg>")
	return out.Bytes(), nil
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
