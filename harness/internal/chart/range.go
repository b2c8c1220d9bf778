package chart

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// A Range is the range of an axis. Panels may share it.
type Range struct {
	Min, Max float64
	Log      bool
}

// manyfold is the ratio of largest to smallest value above which an axis is logarithmic.
const manyfold = 5

// NewRange returns a range of the finite values. It is logarithmic if they are positive, and if
// always is true or they span more than manyfold.
func NewRange(always bool, lists ...[]float64) Range {
	lo, hi := span(lists)
	if lo <= 0 || lo > hi || !always && hi <= manyfold*lo {
		return linear(lists...)
	}
	margin := math.Max(math.Pow(hi/lo, 0.04), 1.02)
	return Range{Min: lo / margin, Max: hi * margin, Log: true}
}

// linear returns a linear range of the finite values.
func linear(lists ...[]float64) Range {
	lo, hi := span(lists)
	if lo > hi { // no value
		return Range{Min: 0, Max: 1}
	}
	margin := 0.04 * (hi - lo)
	if margin == 0 {
		margin = 0.04*math.Abs(hi) + 1e-9
	}
	return Range{Min: lo - margin, Max: hi + margin}
}

// span returns the least and the greatest finite value. Without one, lo > hi.
func span(lists [][]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, v := range list {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	return lo, hi
}

// linearTicks puts about five labelled ticks at round numbers.
func linearTicks(min, max float64) []plot.Tick {
	unit := math.Pow(10, math.Floor(math.Log10((max-min)/5)))
	step := unit
	for _, m := range []float64{2, 5, 10} {
		if (max-min)/step > 6.5 {
			step = m * unit
		}
	}
	digits := 0
	if step < 1 {
		digits = int(math.Ceil(-math.Log10(step) - 1e-9))
	}
	var ticks []plot.Tick
	for i := math.Ceil(min/step - 1e-9); i*step <= max+1e-9*step; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: Fixed(i*step, digits)})
	}
	return ticks
}

// logTicks labels powers of ten, about six at most. Within two decades it also labels their double
// and fivefold. Where that leaves one label or none, it puts the ticks of a linear axis.
func logTicks(min, max float64) []plot.Tick {
	labels := 0
	first, last := int(math.Floor(math.Log10(min))), int(math.Ceil(math.Log10(max)))
	decades := math.Log10(max / min)
	every := int(math.Ceil(decades / 6))
	var ticks []plot.Tick
	for k := first; k <= last; k++ {
		for m := 1; m < 10; m++ {
			v := float64(m) * math.Pow10(k)
			if v < min*(1-1e-9) || v > max*(1+1e-9) {
				continue
			}
			label := ""
			switch {
			case m == 1 && k%every == 0, decades < 2 && (m == 2 || m == 5), decades < 0.5:
				label = tickLabel(v)
				labels++
			case m > 1 && every > 1:
				continue // too dense
			}
			ticks = append(ticks, plot.Tick{Value: v, Label: label})
		}
	}
	if labels < 2 {
		return linearTicks(min, max)
	}
	return ticks
}

// tickLabel formats 0.001, 1, 500, 20k, 3M, and smaller values as 1e−7.
func tickLabel(v float64) string {
	switch {
	case v < 0.00099:
		return minus(strings.Replace(strconv.FormatFloat(v, 'e', -1, 64), "e-0", "e-", 1))
	case v > 0.99e6:
		return strconv.FormatFloat(v/1e6, 'g', 4, 64) + "M"
	case v > 0.99e4:
		return strconv.FormatFloat(v/1e3, 'g', 4, 64) + "k"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
