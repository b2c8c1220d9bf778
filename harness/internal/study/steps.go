package study

import (
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
)

// raiseZeros replaces times of 0 by the least positive time, for logarithmic axes. A time that was
// not measured, NaN, becomes infinite.
func raiseZeros(times []float64) []float64 {
	least := math.Inf(1)
	for _, t := range times {
		if t > 0 {
			least = min(least, t)
		}
	}
	for i, t := range times {
		if t != t {
			t = math.Inf(1)
		}
		times[i] = max(t, least)
	}
	return times
}

// shareAxis is an axis from 0 to 1.
func shareAxis(title string) chart.Axis {
	return chart.Axis{Title: title, Plain: true, Show: []float64{0, 1}}
}

// maxSteps limits the steps of a curve, to keep pages small.
const maxSteps = 60

// steps draws the cumulative distribution of v as one series, extended to end. If v has no finite
// value, it returns nil. If there are more than maxSteps steps, it draws every k-th, at its true
// height.
func steps(label string, style int, v []float64, end float64) []chart.Series {
	x, share := stats.Cumulative(v)
	if len(x) == 0 {
		return nil
	}
	s := chart.Series{Label: label, Kind: chart.Steps, Style: style}
	every := (len(x) + maxSteps - 1) / maxSteps
	for i := range x {
		if i%every == 0 || i == len(x)-1 {
			s.X, s.Y = append(s.X, x[i]), append(s.Y, share[i])
		}
	}
	if last := len(s.X) - 1; s.X[last] < end {
		s.X, s.Y = append(s.X, end), append(s.Y, s.Y[last])
	}
	return []chart.Series{s}
}
