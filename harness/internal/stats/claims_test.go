package stats_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		low, high, margin float64
		order             stats.Verdict
		small             bool
		equal             stats.Verdict
	}{
		{-3, -2, 1, stats.Holds, false, stats.Reversed},
		{-3, -0.5, 1, stats.Holds, false, stats.Unequal},
		{-0.5, -0.1, 1, stats.Holds, true, stats.Holds},
		{-0.5, 0.5, 1, stats.Level, true, stats.Holds},
		{-1, 0.5, 1, stats.Open, false, stats.Open},
		{-2, 2, 1, stats.Open, false, stats.Open},
		{0.5, 2, 1, stats.Reversed, false, stats.Unequal},
		{2, 3, 1, stats.Reversed, false, stats.Reversed},
		{0, 0, 1, stats.Level, true, stats.Holds},
		{0, 0, 0, stats.Open, false, stats.Open},
		{2, 3, math.NaN(), stats.Reversed, false, stats.Unequal},
		{-1, 1, math.NaN(), stats.Open, false, stats.Open},
		{math.NaN(), math.NaN(), 1, stats.Open, false, stats.Open},
		{math.Inf(-1), math.Inf(1), 1, stats.Open, false, stats.Open},
	} {
		order, small := stats.OrderVerdict(c.low, c.high, c.margin)
		equal := stats.EqualVerdict(c.low, c.high, c.margin)
		if order != c.order || small != c.small || equal != c.equal {
			t.Errorf("%v to %v, margin %v: %v, small %v, equality %v", c.low, c.high, c.margin, order,
				small, equal)
		}
	}
}

func TestBestVerdict(t *testing.T) {
	const h, r, l, o = stats.Holds, stats.Reversed, stats.Level, stats.Open
	for _, c := range []struct {
		pairs []stats.Verdict
		want  stats.Verdict
	}{{[]stats.Verdict{h, h}, h}, {[]stats.Verdict{h, o, h}, o}, {[]stats.Verdict{o, l, h}, l},
		{[]stats.Verdict{l, o}, l}, {[]stats.Verdict{o, r, l}, r}} {
		if got := stats.BestVerdict(c.pairs); got != c.want {
			t.Errorf("%v: %v, want %v", c.pairs, got, c.want)
		}
	}
}

func TestMarkedInterval(t *testing.T) {
	for _, c := range [][5]float64{{2, -1, 5, 0, 5}, {-2, -5, 1, -5, 0}, {2, 1, 3, 1, 3}} {
		if low, high := stats.MarkedInterval(c[0], c[1], c[2]); low != c[3] || high != c[4] {
			t.Errorf("%v: %v to %v", c, low, high)
		}
	}
}

func TestSkewed(t *testing.T) {
	rare, even := make([]float64, 60), make([]float64, 60)
	for i := range even {
		even[i] = float64(i)
	}
	rare[0] = -1
	for _, c := range []struct {
		diff []float64
		want bool
	}{{rare, true}, {even, false}, {append(even, 60), false}, {make([]float64, 70), false}, {[]float64{1, 1}, false}, {nil, false},
		{[]float64{0, 0, 0, 0, 1}, true}, {[]float64{0, 0, 1}, false}} {
		if got := stats.Skewed(c.diff); got != c.want {
			t.Errorf("%v: %v", c.diff, got)
		}
	}
}
