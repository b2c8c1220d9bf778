package study

import (
	"math"

	"github.com/spbench/spbench/internal/chart"
	"github.com/spbench/spbench/internal/stats"
)

// aboveZero raises what a clock saw as no time to the least that it saw, for ratios and logarithmic axes.
func aboveZero(times [][]float64) [][]float64 {
	least := math.Inf(1)
	for _, row := range times {
		for _, t := range row {
			if t > 0 {
				least = min(least, t)
			}
		}
	}
	for _, row := range times {
		for s, t := range row {
			if t != t {
				t = math.Inf(1) // the clock was not read
			}
			row[s] = max(t, least)
		}
	}
	return times
}

func nth(rows [][]float64, c int) (v []float64) {
	for _, row := range rows {
		v = append(v, row[c])
	}
	return v
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
