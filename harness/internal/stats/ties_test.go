package stats_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// Ten error rates in hundredths, whose differences are −2 … 4 counts. The signs of tied ranks,
// enumerated, give p = 0.121.
func TestWilcoxonOfHundredths(t *testing.T) {
	a := []float64{.21, .26, .16, .19, .21, .22, .28, .06, .10, .14}
	b := []float64{.19, .24, .14, .21, .18, .19, .30, .04, .08, .15}
	var d, size []float64
	for i := range a {
		d = append(d, stats.Minus(a[i], b[i], stats.Tolerance(a, b)))
		size = append(size, math.Round(100*math.Abs(d[i])))
	}
	ranks := make([]float64, len(size))
	observed := 0.0
	for i, x := range size {
		for _, y := range size {
			switch {
			case y < x:
				ranks[i]++
			case y == x:
				ranks[i] += 0.5
			}
		}
		ranks[i] += 0.5
		observed += math.Copysign(ranks[i], d[i])
	}
	reached := 0
	for signs := range 1 << len(ranks) {
		sum := 0.0
		for i, rank := range ranks {
			if signs>>i&1 > 0 {
				rank = -rank
			}
			sum += rank
		}
		if math.Abs(sum) >= math.Abs(observed) {
			reached++
		}
	}
	want := float64(reached) / float64(int(1)<<len(ranks))
	near(t, "enumeration", math.Round(1000*want), 121)
	near(t, "hundredths", stats.Wilcoxon(d, stats.Tolerance(a, b)).P, want)
}

// The tolerance is far below a difference that matters, and far above rounding.
func TestTolerance(t *testing.T) {
	inf := math.Inf(1)
	a := []float64{100, 1, 1, 1, -100}
	b := []float64{99, 1 + 1e-9, 1 + 1e-11, 1 + 2e-10, -100 - 2e-9}
	var signs []int
	for i := range a {
		signs = append(signs, cmp.Compare(stats.Minus(a[i], b[i], stats.Tolerance(a, b)), 0))
	}
	if !slices.Equal(signs, []int{1, -1, 0, -1, 1}) {
		t.Error(signs)
	}
	if got := stats.Tolerance([]float64{1, -3, math.NaN()}, []float64{inf}, nil); got != 3e-12 {
		t.Error(got)
	}
	if got := stats.Minus(inf, 1, inf); !math.IsInf(got, 1) && got != 0 {
		t.Error(got)
	}
	if got := stats.Minus(math.NaN(), 1, 1); !math.IsNaN(got) {
		t.Error(got)
	}
	if got := stats.Ranks([]float64{2, inf, 1, 2 + 1e-15, inf}, 1e-12); !slices.Equal(got,
		[]float64{2.5, 4.5, 1, 2.5, 4.5}) {
		t.Error(got)
	}
}
