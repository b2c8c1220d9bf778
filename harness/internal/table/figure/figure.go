package figure

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/ordered"
	"github.com/spbench/spbench/harness/param"
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
				f.miss(yName, &missing)
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
			return fmt.Errorf("figure: %w", param.Unknown("x", name, curveX))
		}
	}
	return nil
}

// miss appends to Missing, with learners of the same reason in one line.
func (f *Figure) miss(y string, missing *ordered.Groups[string]) {
	for why, who := range missing.All() {
		f.Missing = append(f.Missing, y+" of "+strings.Join(who, ", ")+": "+why)
	}
}

// shareAxes sets one y axis for each row of panels, and one x axis for each column.
func (f *Figure) shareAxes() {
	ys, xs := make([][][]float64, len(f.panels)), make([][][]float64, len(f.x))
	for r, row := range f.panels {
		for c := range row {
			for _, b := range row[c].bands {
				ys[r] = append(ys[r], f.scaled(r, b.Low), f.scaled(r, b.High))
				xs[c] = append(xs[c], b.X)
			}
		}
	}
	for r, row := range f.panels {
		for c := range row {
			row[c].y, row[c].x = chart.NewRange(f.y[r] == "gap", ys[r]...), positiveRange(xs[c])
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
	title := f.curves.Dataset
	if f.curves.Title != "" {
		title = f.curves.Title + " · " + title
	}
	return (&chart.Sheet{Title: title, Rows: f.Charts(), Caption: f.Caption()}).Write(w, format)
}

// Charts returns each panel of the figure as a chart, by row and column. It drops points that are
// too close to be seen.
func (f *Figure) Charts() [][]*chart.Chart {
	rows := make([][]*chart.Chart, len(f.panels))
	for r := range f.panels {
		for c := range f.panels[r] {
			x, y, pane := f.xTitle(c), f.yTitle(r), &f.panels[r][c]
			panel := &chart.Chart{
				X: chart.Axis{Title: x, Range: pane.x}, Y: chart.Axis{Title: y, Range: pane.y},
				Width: 340, Height: 240,
				Alt: y + " on " + f.curves.Dataset + ", against " + x + ", for each learner.",
			}
			for _, b := range pane.bands {
				panel.Series = append(panel.Series, clamped(thinned(f.series(r, &b), pane.x), pane.x))
			}
			rows[r] = append(rows[r], panel)
		}
	}
	return rows
}

// series returns a band of row r as the steps of its median within its spread.
func (f *Figure) series(r int, b *Band) chart.Series {
	s := chart.Series{Label: b.Label, Kind: chart.Steps, Style: f.styles[b.Label], X: b.X,
		Y: f.scaled(r, b.Median)}
	if b.Fits > 1 && len(b.X) > 1 {
		s.Low, s.High = f.scaled(r, b.Low), f.scaled(r, b.High)
	}
	return s
}

// clamped returns s with its zeros at the left end of a logarithmic axis.
func clamped(s chart.Series, axis chart.Range) chart.Series {
	if axis.Log {
		s.X = slices.Clone(s.X)
		for i, x := range s.X {
			s.X[i] = max(x, axis.Min)
		}
	}
	return s
}

// thinned drops points within a 150th of the axis of the one before. It keeps the last point.
func thinned(s chart.Series, axis chart.Range) chart.Series {
	place := func(x float64) float64 {
		if axis.Log {
			return math.Log(x/axis.Min) / math.Log(axis.Max/axis.Min)
		}
		return (x - axis.Min) / (axis.Max - axis.Min)
	}
	t := chart.Series{Label: s.Label, Kind: s.Kind, Style: s.Style}
	before := math.Inf(-1)
	for i, x := range s.X {
		at := place(x)
		if at-before < 1./150 && i < len(s.X)-1 {
			continue
		}
		before = at
		t.X, t.Y = append(t.X, x), append(t.Y, s.Y[i])
		if s.Low != nil {
			t.Low, t.High = append(t.Low, s.Low[i]), append(t.High, s.High[i])
		}
	}
	return t
}
