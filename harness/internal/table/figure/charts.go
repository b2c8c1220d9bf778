package figure

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/wording"
	"gonum.org/v1/plot"
)

// Charts returns each panel of the figure as a chart, by row and column. It drops points that are
// too close to be seen.
func (f *Figure) Charts() [][]*chart.Chart {
	rows := make([][]*chart.Chart, len(f.panels))
	for r := range f.panels {
		for c := range f.panels[r] {
			x, y := f.xTitle(c), f.yTitle(r)
			panel := &chart.Chart{
				X: chart.Axis{Title: x}, Y: chart.Axis{Title: y, Log: f.y[r] == "gap"}, Width: 340,
				Height: 240,
				Alt:    fmt.Sprintf("%s on %s, against %s, for each learner.", y, f.curves.Dataset, x),
			}
			for _, s := range f.series(r, c) {
				s = thinned(s, f.panels[r][c].x)
				s.Hints = f.hints(s, c)
				panel.Series = append(panel.Series, clamped(s, f.panels[r][c].x))
			}
			rows[r] = append(rows[r], panel)
		}
	}
	return rows
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

// hintsPerLine limits the hints on a line: readers cannot tell more apart, and they cost bytes.
const hintsPerLine = 16

// hints returns texts for some points of a series, the last one included: the values there.
func (f *Figure) hints(s chart.Series, c int) []string {
	texts := make([]string, len(s.X))
	every := (len(s.X) + hintsPerLine - 1) / hintsPerLine
	for i := range s.X {
		if (len(s.X)-1-i)%every != 0 {
			continue
		}
		texts[i] = fmt.Sprintf("%s, %s %s: %s", s.Label, plain(s.X[i]), f.x[c], plain(s.Y[i]))
		if s.Low != nil {
			texts[i] += fmt.Sprintf(" (%s to %s)", plain(s.Low[i]), plain(s.High[i]))
		}
	}
	return texts
}

// plain writes v with three significant digits and without an exponent where it is large.
func plain(v float64) string {
	if v >= 1000 {
		return wording.Short(v)
	}
	return chart.Significant(v, 3)
}

// plot draws the bands of one panel.
func (f *Figure) plot(r, c int) *plot.Plot {
	p := plot.New()
	pane := &f.panels[r][c]
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		chart.Trim(a)
	}
	p.X.Label.Padding, p.Y.Label.Padding = 3, 4
	pane.x.Apply(&p.X, r == len(f.panels)-1)
	pane.y.Apply(&p.Y, c == 0)
	if r == len(f.panels)-1 {
		p.X.Label.Text = f.xTitle(c)
	}
	if c == 0 {
		p.Y.Label.Text = f.yTitle(r)
	}
	p.Add(chart.Grid())
	for _, s := range f.series(r, c) {
		p.Add(clamped(s, pane.x))
	}
	return p
}

// series returns the bands of a panel, each as the steps of its median within its spread.
func (f *Figure) series(r, c int) (all []chart.Series) {
	for _, b := range f.panels[r][c].bands {
		s := chart.Series{Label: b.Label, Kind: chart.Steps, Style: f.styles[b.Label], X: b.X,
			Y: f.scaled(r, b.Median)}
		if b.Fits > 1 && len(b.X) > 1 {
			s.Low, s.High = f.scaled(r, b.Low), f.scaled(r, b.High)
		}
		all = append(all, s)
	}
	return all
}
