package figure

import (
	"github.com/spbench/spbench/harness/internal/chart"
	"gonum.org/v1/plot"
)

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
