package figure

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of a figure, in points.
const (
	panelWidth, panelHeight   = 250, 185
	singleWidth, singleHeight = 420, 270 // of a figure with one panel
	margin                    = 12
	between                   = 22 // panels
)

// A Figure is the layout of curves as panels: a row for each y, a column for each x.
type Figure struct {
	// Missing lists the learners without a line, with the y and the reason.
	Missing []string

	curves *Curves
	y, x   []string
	styles map[string]int // of [chart.StyleOf], by learner
	panels [][]panel      // y × x
}

// A panel has the lines of one y against one x.
type panel struct {
	bands []Band
	y, x  chart.Range
}

// Figure lays out curves of each y (objective, gap, loss, or the name of a value in the
// checkpoints) against each x (passes, calls, seconds). Panels share axes along rows and columns.
// The error has the reason if there is nothing to draw.
func (c *Curves) Figure(y, x []string) (*Figure, error) {
	f := &Figure{curves: c, x: x, styles: map[string]int{}}
	for i, label := range c.labels {
		f.styles[label] = i
	}
	if err := c.check(y, x); err != nil {
		return nil, err
	}
	for _, yName := range y {
		row := make([]panel, len(x))
		drawn := false
		for i, xName := range x {
			bands, missing := c.Bands(yName, xName)
			row[i].bands, drawn = bands, drawn || len(bands) > 0
			if i == 0 {
				f.miss(yName, missing)
			}
		}
		if drawn {
			f.y, f.panels = append(f.y, yName), append(f.panels, row)
		}
	}
	if len(f.panels) == 0 || len(x) == 0 {
		return nil, fmt.Errorf("figure: nothing to draw on %s: %s", c.Dataset,
			strings.Join(f.Missing, "; "))
	}
	f.shareAxes()
	return f, nil
}

// check returns an error for an unknown y or x.
func (c *Curves) check(y, x []string) error {
	values := c.values()
	for _, name := range y {
		if !slices.Contains(curveY, name) && !slices.Contains(values, name) {
			return fmt.Errorf("figure: unknown y %q: want one of %s, or a value of the "+
				"checkpoints on %s: %s", name, strings.Join(curveY, ", "), c.Dataset,
				cmp.Or(strings.Join(values, ", "), "none"))
		}
	}
	for _, name := range x {
		if !slices.Contains(curveX, name) {
			return fmt.Errorf("figure: unknown x %q: want one of %s", name,
				strings.Join(curveX, ", "))
		}
	}
	return nil
}

// miss appends to Missing, with learners of the same reason in one line.
func (f *Figure) miss(y string, missing []Missing) {
	var labels ordered.Groups[string] // by reason
	for _, m := range missing {
		labels.Add(m.Why, m.Label)
	}
	for why, who := range labels.All() {
		f.Missing = append(f.Missing, fmt.Sprintf("%s of %s: %s", y, strings.Join(who, ", "), why))
	}
}

// shareAxes sets one y axis for each row of panels, and one x axis for each column.
func (f *Figure) shareAxes() {
	for r := range f.panels {
		var values [][]float64
		for c := range f.panels[r] {
			for _, b := range f.panels[r][c].bands {
				values = append(values, f.scaled(r, b.Low), f.scaled(r, b.High))
			}
		}
		a := chart.NewRange(f.y[r] == "gap", values...)
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
		a := positiveRange(values)
		for r := range f.panels {
			f.panels[r][c].x = a
		}
	}
}

// positiveRange returns the range of values ≥ 0. A logarithmic one is that of the positive values.
func positiveRange(lists [][]float64) chart.Range {
	positive := slices.DeleteFunc(slices.Concat(lists...), func(v float64) bool { return v <= 0 })
	if r := chart.NewRange(false, positive); r.Log {
		return r
	}
	return chart.NewRange(false, lists...)
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
	case "loss":
		return "test " + f.curves.Loss.Heading()
	}
	return f.y[r]
}

func (f *Figure) xTitle(c int) string {
	switch f.x[c] {
	case "passes":
		return "passes (visits / instances)"
	case "calls":
		return "oracle calls"
	}
	return "training time, s"
}

// Write draws the figure in one of [chart.Formats].
func (f *Figure) Write(w io.Writer, format string) error {
	width, height := f.size()
	return chart.Write(w, format, width, height, f.draw)
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
	chart.Fill(dc, chart.White)
	f.drawHead(dc)
	f.drawFoot(dc)
	area := draw.Crop(dc, margin, -margin, f.footHeight(width), -f.headHeight(width))
	var left, bottom vg.Length // space for the labels of the outer panels
	plots := make([][]*plot.Plot, len(f.panels))
	for r := range f.panels {
		for c := range f.panels[r] {
			p := f.plot(r, c)
			plots[r] = append(plots[r], p)
			tile := area
			tile.Max = vg.Point{X: area.Min.X + panelWidth, Y: area.Min.Y + panelHeight}
			inner := p.DataCanvas(tile)
			left, bottom = max(left, inner.Min.X-tile.Min.X), max(bottom, inner.Min.Y-tile.Min.Y)
		}
	}
	cols, rows := vg.Length(len(f.x)), vg.Length(len(f.panels))
	width = (area.Max.X - area.Min.X - left - (cols-1)*between) / cols
	height := (area.Max.Y - area.Min.Y - bottom - (rows-1)*between) / rows
	for r, row := range plots {
		for c, p := range row {
			x := area.Min.X + left + vg.Length(c)*(width+between)
			y := area.Max.Y - vg.Length(r)*(height+between)
			p.Draw(chart.Around(p, area, vg.Rectangle{Min: vg.Point{X: x, Y: y - height},
				Max: vg.Point{X: x + width, Y: y}}))
		}
	}
}
