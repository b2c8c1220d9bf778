package study

import (
	"math"

	"github.com/spbench/spbench/harness/internal/chart"
	"github.com/spbench/spbench/harness/internal/stats"
)

// aboveZero raises times of 0 to the least time above it, for logarithmic axes. A clock that was
// not read, NaN, becomes infinite.
func aboveZero(times []float64) []float64 {
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

// shares is an axis of shares, with all of it.
func shares(title string) chart.Axis {
	return chart.Axis{Title: title, Plain: true, Show: []float64{0, 1}}
}

// finest is the number of steps from which a curve has fewer, for pages to be small.
const finest = 60

// steps is the distribution of v as one series, drawn on to an effort; none where v is nowhere finite. Of many steps
// it has every so many, each at its true height.
func steps(label string, style int, v []float64, end float64) []chart.Series {
	x, share := stats.Cumulative(v)
	if len(x) == 0 {
		return nil
	}
	s := chart.Series{Label: label, Kind: chart.Steps, Style: style}
	every := (len(x) + finest - 1) / finest
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
