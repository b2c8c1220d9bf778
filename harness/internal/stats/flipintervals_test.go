package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// With groups, half of an interval is Err·c·√(G*/(G*−c²)·(n−1)/n), with the 5 % quantile c of the
// patterns. Groups of one size count as instances.
func TestFlipIntervalsOfGroups(t *testing.T) {
	v := []float64{1.2, 0.3, -0.4, 2.1, 0.9, 1.7, -0.2, 0.8, 1.1, 0.6}
	all := make([]float64, 1<<len(v))
	for pattern := range all {
		sum, square := 0.0, 0.0
		for k, x := range v {
			sum, square = sum+x*float64(1-2*(pattern>>k&1)), square+x*x
		}
		all[pattern] = math.Abs(sum) / math.Sqrt(square)
	}
	slices.Sort(all)
	c, n := all[len(all)-1-51], float64(len(v))
	f := stats.FlipPairs(nil, [][]float64{v, make([]float64, len(v))}, [][2]int{{0, 1}})
	for _, sizes := range [][]float64{slices.Repeat([]float64{7}, len(v)), {9, 8, 7, 6, 5, 5, 4, 3, 2, 1}} {
		s := bySizes(sizes, v)
		groups := stats.EffectiveGroups([]stats.Sample{s})
		test := stats.OneSplit(s)
		low, high := f.Interval(&test, 0.95)
		half := test.Err * c * math.Sqrt(groups/(groups-c*c)*(n-1)/n)
		near(t, "low", low, test.Effect-half)
		near(t, "high", high, test.Effect+half)
	}
	single := stats.CorrectedT(v, 0)
	test := stats.OneSplit(bySizes(slices.Repeat([]float64{7}, len(v)), v))
	_, high := f.Interval(&single, 0.95)
	_, grouped := f.Interval(&test, 0.95)
	near(t, "groups of one size", grouped, high)
}

// Equal rows have the interval 0 to 0, also alone. Too few instances have no bounds.
func TestFlipIntervalsOfLittle(t *testing.T) {
	zero := make([]float64, 20)
	f := stats.FlipPairs(nil, [][]float64{zero, zero}, [][2]int{{0, 1}})
	test := signFlip(zero)
	if low, high := f.Interval(&test, 0.95); low != 0 || high != 0 {
		t.Errorf("equal rows: %v to %v", low, high)
	}
	few := []float64{1, 2, 3}
	f = stats.FlipPairs(nil, [][]float64{few, zero[:3]}, [][2]int{{0, 1}})
	test = signFlip(few)
	if low, high := f.Interval(&test, 0.95); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("three differences: %v to %v", low, high)
	}
}
