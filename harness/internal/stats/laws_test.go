package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// significance has all tests of significance, of the losses of two rows on the same instances.
var significance = map[string]func(a, b []float64) stats.Test{
	"sign flips": func(a, b []float64) stats.Test { return signFlip(lessTies(a, b)) },
	"joint flips": func(a, b []float64) stats.Test {
		test := stats.CorrectedT(lessTies(a, b), 0)
		test.P = stats.FlipPairs(nil, [][]float64{a, b}, [][2]int{{0, 1}}).P[0]
		return test
	},
	"t":           func(a, b []float64) stats.Test { return stats.CorrectedT(lessTies(a, b), 0) },
	"corrected t": func(a, b []float64) stats.Test { return stats.CorrectedT(lessTies(a, b), 0.1) },
	"one split": func(a, b []float64) stats.Test {
		return stats.OneSplit(stats.Sample{Values: lessTies(a, b)})
	},
	"four splits": func(a, b []float64) stats.Test { // of the same test instances
		d := lessTies(a, b)
		n := len(d) / 4
		var splits []stats.Sample
		for j := range 4 {
			s := stats.Sample{Values: d[j*n : j*n+n]}
			for i := range n {
				s.Instances = append(s.Instances, i)
			}
			splits = append(splits, s)
		}
		return stats.Layout{Sets: 4, Tests: 1}.Test(splits, stats.Prior{})
	},
}

// lessTies returns the differences, with ties as zeros.
func lessTies(a, b []float64) (d []float64) {
	for i := range a {
		d = append(d, stats.Minus(a[i], b[i], stats.Tolerance(a, b)))
	}
	return d
}

// No test depends on the order of the rows or of instances, or on the scale. Fractions count like
// their numerators: rounding breaks no tie, and makes no zero a sign.
func TestLawsOfSignificance(t *testing.T) {
	for name, test := range significance {
		random := pcg(3, 4)
		for trial := range 28 {
			n := []int{8, 12, 16, 68}[trial%4]
			a, b := make([]float64, n), make([]float64, n)
			for i := range a {
				a[i], b[i] = float64(10+random.IntN(15)), float64(10+random.IntN(15))
			}
			want := test(a, b)
			is := func(what string, got stats.Test, sign float64) {
				t.Helper()
				if !(math.Abs(got.P-want.P) < 1e-9 || same(got.P, want.P)) || got.Floor != want.Floor ||
					got.Effect*want.Effect*sign < 0 {
					t.Errorf("%s of %v and %v, %s: %+v, want %+v", name, a, b, what, got, want)
				}
			}
			is("again", test(a, b), 1)
			is("rows swapped", test(b, a), -1)
			for what, number := range map[string]func(float64) float64{
				"eight times": func(x float64) float64 { return 8 * x },
				"hundredths":  func(x float64) float64 { return x / 100 },
				"of 0.01":     func(x float64) float64 { return 0.01 * x },
				"rounded":     func(x float64) float64 { return (x/100 + 0.1) - 0.1 },
			} {
				is(what, test(mapped(a, number), mapped(b, number)), 1)
			}
			negated := func(x float64) float64 { return -x / 30 }
			is("negated", test(mapped(a, negated), mapped(b, negated)), -1)
			if !(want.P >= want.Floor && want.P <= 1) && !math.IsNaN(want.P) {
				t.Errorf("%s: P %v, floor %v", name, want.P, want.Floor)
			}
			if got := test(a, a); got.P != 1 || got.Effect != 0 {
				t.Errorf("%s of equal rows: %+v", name, got)
			}
			if n <= 16 && name != "four splits" { // else signs are drawn by instance
				c, d := slices.Clone(a), slices.Clone(b)
				random.Shuffle(n, func(i, j int) { c[i], c[j], d[i], d[j] = c[j], c[i], d[j], d[i] })
				is("in another order", test(c, d), 1)
			}
		}
	}
}

func mapped(v []float64, number func(float64) float64) (w []float64) {
	for _, x := range v {
		w = append(w, number(x))
	}
	return w
}
