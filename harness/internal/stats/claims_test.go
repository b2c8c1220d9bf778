package stats_test

import (
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		sign           int
		within, beyond bool
		order, equal   stats.Verdict
	}{
		{-1, false, true, stats.Holds, stats.Reversed},
		{-1, false, false, stats.Holds, stats.Unequal},
		{-1, true, false, stats.Holds, stats.Holds},
		{0, true, false, stats.Level, stats.Holds},
		{0, false, false, stats.Open, stats.Open},
		{1, false, false, stats.Reversed, stats.Unequal},
		{1, false, true, stats.Reversed, stats.Reversed},
	} {
		order := stats.OrderVerdict(c.sign, c.within)
		equal := stats.EqualVerdict(c.sign, c.within, c.beyond)
		if order != c.order || equal != c.equal {
			t.Errorf("%+v: %v, equality %v", c, order, equal)
		}
	}
}

func TestBestVerdict(t *testing.T) {
	const h, r, l, o = stats.Holds, stats.Reversed, stats.Level, stats.Open
	for _, c := range []struct {
		pairs []stats.Verdict
		want  stats.Verdict
	}{{[]stats.Verdict{h, h}, h}, {[]stats.Verdict{h, o, h}, o}, {[]stats.Verdict{o, l, h}, l},
		{[]stats.Verdict{l, o}, l}, {[]stats.Verdict{o, r, l}, r},
		{[]stats.Verdict{stats.Unequal, o}, stats.Unequal},
		{[]stats.Verdict{o, stats.Unequal}, stats.Unequal},
		{[]stats.Verdict{h, stats.NotRun}, stats.NotRun}} {
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
