package chart

import (
	"bytes"
	"errors"
	"fmt"
	"html"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// HTML returns the chart as an SVG element for a page, without a legend or an XML declaration. Its
// label is Alt. Each series is a group of class "series" with its label in data-name.
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
