package figure

import (
	"fmt"
	"math"
	"slices"

	"github.com/spbench/spbench/harness/internal/chart"
)

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
				Alt: fmt.Sprintf("%s on %s, against %s, for each learner.", y, f.curves.Dataset, x),
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
