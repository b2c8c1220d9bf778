package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spbench/spbench/harness/internal/chart"
)

// parameters draws differences from the leading row against a parameter. Labels of a list in the
// suite end in NAME=NUMBER. Such rows make curves. Others are levels.
func parameters(r *Run) *Section {
	section := &Section{Title: "Differences against a parameter"}
	for _, k := range contests(r.Table) {
		section.Charts = append(section.Charts, k.parameters()...)
	}
	if section.Charts == nil {
		section.Empty = "No learner has a list of numbers that is not tuned."
		return section
	}
	section.Text = []string{fmt.Sprintf("Points: the difference of each row's mean from the best "+
		"row, or from the control. Bands: simultaneous %s intervals, from the tests of the table. "+
		"Horizontal lines: rows without the parameter.", percent(1-r.Table.Alpha))}
	return section
}

// parameters returns a chart for each parameter.
func (k *contest) parameters() (charts []*chart.Chart) {
	rows := slices.Sorted(slices.Values(append(slices.Clone(k.others), k.lead)))
	for _, r := range rows {
		suffix, name, x := parameterOf(k.t.Rows[r].Label)
		if name == "" {
			continue
		}
		at := slices.IndexFunc(charts, func(c *chart.Chart) bool { return c.X.Title == name })
		if at < 0 {
			at = len(charts)
			charts = append(charts, &chart.Chart{Title: k.name(), X: chart.Axis{Title: name},
				Y: chart.Axis{Title: "Δ " + k.col().Metric.Heading(), Plain: true},
				Alt: fmt.Sprintf("Differences in %s from %s, against %s.", k.col().Metric.Name,
					k.t.Rows[k.lead].Name(), name)})
		}
		s, point := series(charts[at], strings.Replace(k.t.Rows[r].Name(), suffix, "", 1)), k.span(r)
		low, high := point.Low, point.High
		if !finite(slices.Concat(low, high)...) || low == nil {
			low, high = point.X, point.X
		}
		s.X, s.Y = append(s.X, x), append(s.Y, point.X...)
		s.Low, s.High = append(s.Low, low...), append(s.High, high...)
	}
	for _, c := range charts {
		var all []float64
		for _, s := range c.Series {
			all = append(all, s.X...)
		}
		for _, r := range rows {
			if _, name, _ := parameterOf(k.t.Rows[r].Label); name == "" {
				s, y := series(c, k.t.Rows[r].Name()), k.span(r).X[0]
				s.X, s.Y = []float64{slices.Min(all), slices.Max(all)}, []float64{y, y}
				s.Kind = chart.Curve
			}
		}
	}
	return charts
}

// series returns the series of a chart with a label, or a new one.
func series(c *chart.Chart, label string) *chart.Series {
	at := slices.IndexFunc(c.Series, func(s chart.Series) bool { return s.Label == label })
	if at < 0 {
		at = len(c.Series)
		c.Series = append(c.Series, chart.Series{Label: label, Style: at})
	}
	return &c.Series[at]
}

// parameterOf returns name and number at the end of a label, and this end. They may be empty.
func parameterOf(label string) (suffix, name string, x float64) {
	suffix = label[max(strings.LastIndexByte(label, ' '), 0):]
	name, number, _ := strings.Cut(strings.TrimSpace(suffix), "=")
	x, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return "", "", 0
	}
	return suffix, name, x
}
