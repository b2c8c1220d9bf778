package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// FigureFormats returns the formats of figures, the default first.
func FigureFormats() []string { return []string{"svg", "png"} }

// Sizes of a figure, in points.
const (
	panelWidth, panelHeight   = 250, 185
	singleWidth, singleHeight = 420, 270 // of a figure with one panel
	margin                    = 12
	dotsPerInch               = 160 // of PNG
)

// A Figure is curves laid out as panels: a row for each quantity, a column for
// each thing it is drawn against.
type Figure struct {
	// Missing says which learners are in no line of a quantity, and why.
	Missing []string

	curves *Curves
	y, x   []string
	styles map[string]lineStyle // by learner
	panels [][]panel            // y × x
}

// A panel is the lines of one quantity against one thing.
type panel struct {
	bands []Band
	y, x  axis
}

// Figure lays out the curves of the quantities y, of [CurveY], against x, of
// [CurveX]. Panels share axes along rows and columns. The error says why nothing
// can be drawn.
func (c *Curves) Figure(y, x []string) (*Figure, error) {
	f := &Figure{curves: c, x: x, styles: map[string]lineStyle{}}
	for i, label := range c.labels {
		f.styles[label] = styleOf(i)
	}
	for _, name := range slices.Concat(y, x) {
		if !slices.Contains(slices.Concat(curveY, curveX), name) {
			return nil, fmt.Errorf("report: plot: there is no %q; y is one of %s, x of %s", name, strings.Join(curveY, ", "), strings.Join(curveX, ", "))
		}
	}
	for _, yName := range y {
		row := make([]panel, len(x))
		drawn := false
		for i, xName := range x {
			bands, missing := c.Bands(yName, xName)
			row[i].bands, drawn = bands, drawn || len(bands) > 0
			if i == 0 {
				for _, m := range missing {
					f.Missing = append(f.Missing, yName+" of "+m)
				}
			}
		}
		if drawn {
			f.y, f.panels = append(f.y, yName), append(f.panels, row)
		}
	}
	if len(f.panels) == 0 || len(x) == 0 {
		return nil, fmt.Errorf("report: plot: nothing to draw on %s: %s", c.Dataset, strings.Join(f.Missing, "; "))
	}
	f.shareAxes()
	return f, nil
}

// shareAxes gives all panels of a row one y axis and of a column one x axis.
func (f *Figure) shareAxes() {
	for r := range f.panels {
		var values [][]float64
		for c := range f.panels[r] {
			for _, b := range f.panels[r][c].bands {
				values = append(values, f.scaled(r, b.Low), f.scaled(r, b.High))
			}
		}
		a := newAxis(f.y[r] == "gap", values...)
		for c := range f.panels[r] {
			f.panels[r][c].y = a
		}
	}
	for c := range f.x {
		var values [][]float64
		for r := range f.panels {
			for _, b := range f.panels[r][c].bands {
				values = append(values, b.X)
			}
		}
		a := newAxis(false, values...)
		for r := range f.panels {
			f.panels[r][c].x = a
		}
	}
}

// scaled returns values of row r in the units of its axis.
func (f *Figure) scaled(r int, values []float64) []float64 {
	if f.y[r] != "loss" || !f.curves.Loss.Percent {
		return values
	}
	percent := make([]float64, len(values))
	for i, v := range values {
		percent[i] = 100 * v
	}
	return percent
}

// yTitle and xTitle name the axes with their units.
func (f *Figure) yTitle(r int) string {
	switch f.y[r] {
	case "objective":
		return "objective F(w)"
	case "gap":
		return "gap F(w) − bound"
	}
	return "test " + f.curves.Loss.heading()
}

func (f *Figure) xTitle(c int) string {
	switch f.x[c] {
	case "passes":
		return "effective passes"
	case "calls":
		return "oracle calls"
	}
	return "training time, s"
}

// Write draws the figure in one of the [FigureFormats].
func (f *Figure) Write(w io.Writer, format string) error {
	width, height := f.size()
	var b bytes.Buffer
	var err error
	switch format {
	case "svg":
		c := vgsvg.New(width, height)
		f.draw(draw.New(c))
		_, err = c.WriteTo(&b)
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch))
		f.draw(draw.New(c))
		_, err = vgimg.PngCanvas{Canvas: c}.WriteTo(&b)
	default:
		err = errors.New("there are svg and png")
	}
	if err == nil {
		_, err = w.Write(portableFonts(b.Bytes(), format))
	}
	if err != nil {
		return fmt.Errorf("report: plot as %q: %w", format, err)
	}
	return nil
}

// portableFonts lets a reader without the font use one of the same widths.
func portableFonts(text []byte, format string) []byte {
	if format != "svg" {
		return text
	}
	return bytes.ReplaceAll(text, []byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}

func (f *Figure) size() (width, height vg.Length) {
	rows, cols := len(f.panels), len(f.x)
	if rows*cols == 1 {
		width, height = singleWidth, singleHeight
	} else {
		width, height = vg.Length(cols)*panelWidth, vg.Length(rows)*panelHeight
	}
	width += 2 * margin
	top, bottom := f.headHeight(width), f.footHeight(width)
	return width, height + top + bottom
}

// draw draws head, panels and foot.
func (f *Figure) draw(dc draw.Canvas) {
	width := dc.Max.X - dc.Min.X
	dc.FillPolygon(white, []vg.Point{dc.Min, {X: dc.Max.X, Y: dc.Min.Y}, dc.Max, {X: dc.Min.X, Y: dc.Max.Y}})
	f.drawHead(dc)
	f.drawFoot(dc)
	area := draw.Crop(dc, margin, -margin, f.footHeight(width), -f.headHeight(width))
	plots := make([][]*plot.Plot, len(f.panels))
	for r := range f.panels {
		for c := range f.panels[r] {
			plots[r] = append(plots[r], f.plot(r, c))
		}
	}
	tiles := draw.Tiles{Rows: len(plots), Cols: len(f.x), PadX: 12, PadY: 10}
	for r, row := range plot.Align(plots, tiles, area) {
		for c, canvas := range row {
			plots[r][c].Draw(canvas)
		}
	}
}
