package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// Tests of fractions equal tests of the counts: rounding breaks no tie, and makes no zero a sign.
func TestTestsOfFractions(t *testing.T) {
	random := pcg(3, 4)
	for range 200 {
		const datasets, rows = 10, 3
		counts := make([][]float64, datasets)
		for d := range counts {
			for range rows {
				counts[d] = append(counts[d], float64(10+random.IntN(15)))
			}
		}
		type outcome struct {
			ranks             []float64
			friedman          float64
			wilcoxon, flips   float64
			floor, split, mid float64
			ahead             []float64
		}
		of := func(number func(count float64) float64) (o outcome) {
			values := make([][]float64, datasets)
			column := make([][]float64, rows)
			samples := make([]stats.Sample, 3)
			for d := range values {
				for r, count := range counts[d] {
					values[d] = append(values[d], number(count))
					column[r] = append(column[r], values[d][r])
				}
			}
			var signed []float64
			within := stats.Tolerance(values...)
			for d := range values {
				signed = append(signed, stats.Minus(values[d][0], values[d][1], within))
			}
			for j := range samples {
				samples[j].Values = signed[3*j : 3*j+3]
				samples[j].Instances = []int{0, 1, 2}
			}
			f := stats.Friedman(values)
			o.ranks, o.friedman = f.Ranks, f.P
			w := stats.Wilcoxon(signed, within)
			o.wilcoxon, o.floor = w.P, w.Floor
			o.ahead = stats.Ahead(column[0], column[1])
			o.flips = stats.FlipPairs(nil, column, [][2]int{{0, 1}}).P[0]
			o.split = stats.Layout{Sets: 3, Tests: 1}.Test(samples, stats.Prior{}).P
			o.mid = stats.Ranks(column[2], stats.Tolerance(column[2]))[0]
			return o
		}
		want := of(func(count float64) float64 { return count })
		for _, number := range []func(count float64) float64{
			func(count float64) float64 { return count / 100 },
			func(count float64) float64 { return 0.01 * count },
			func(count float64) float64 { return -count / 30 },
			func(count float64) float64 { return count / 128 },
			func(count float64) float64 { return (count/100 + 0.1) - 0.1 },
		} {
			got := of(number)
			if math.Signbit(number(1)) {
				for i, x := range got.ahead {
					got.ahead[i] = 1 - x
				}
				for i, rank := range got.ranks {
					got.ranks[i] = 4 - rank
				}
				got.mid = datasets + 1 - got.mid
			}
			near := func(x, y float64) bool {
				return math.Abs(x-y) < 1e-9 || math.IsNaN(x) && math.IsNaN(y)
			}
			if !slices.EqualFunc(got.ranks, want.ranks, near) || !slices.Equal(got.ahead, want.ahead) ||
				!near(got.friedman, want.friedman) || got.wilcoxon != want.wilcoxon ||
				got.flips != want.flips || got.floor != want.floor || !near(got.split, want.split) ||
				got.mid != want.mid {
				t.Fatalf("counts %v:\n%+v\nwant %+v", counts, got, want)
			}
		}
	}
}

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
	if got := stats.Ahead(a, b); !slices.Equal(got, []float64{0, 1, 0.5, 1, 0}) {
		t.Error(got)
	}
	if got := stats.Ahead([]float64{1}, []float64{1.01}); got[0] != 1 {
		t.Error(got)
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
