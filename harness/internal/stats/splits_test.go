package stats_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// With all instances in each split, the variance is that of Gallas: s²_J/J + s²_I/N less what varies
// by both, which both parts contain.
func TestLayoutTestOfFullTable(t *testing.T) {
	d := [][]float64{{1, 2, 0, 3}, {6, 7, 5, 9}, {0, 1, 1, 2}}
	var splits []stats.Sample
	for _, row := range d {
		splits = append(splits, stats.Sample{Instances: []int{3, 0, 7, 4}, Values: row})
	}
	var rows, columns []float64
	for j := range d {
		rows = append(rows, stats.Summarize(d[j]).Mean)
	}
	for i := range d[0] {
		columns = append(columns, (d[0][i]+d[1][i]+d[2][i])/3)
	}
	all, a, b := stats.Summarize(rows).Mean, stats.Summarize(rows).Std, stats.Summarize(columns).Std
	both := 0.0
	for j := range d {
		for i := range d[j] {
			e := d[j][i] - rows[j] - columns[i] + all
			both += e * e / (2 * 3) / 12
		}
	}
	test := stats.Layout{Sets: 3, Tests: 1}.Test(splits, stats.Prior{})
	near(t, "variance", test.Err*test.Err, a*a/3+b*b/4-both)
	near(t, "mean", test.Effect, all)
	near(t, "sources", (test.Sources.Training+test.Sources.Both)/3+test.Sources.Tests, test.Err*test.Err)
	if test.DF != 2 {
		t.Errorf("training instances are unknown: %v degrees of freedom", test.DF)
	}
}

// Cross-validation has the test of Nadeau and Bengio.
func TestLayoutTestOfCrossValidation(t *testing.T) {
	l := rotated("test-one", 5, 20)
	d := usual.row(pcg(1, 1), l, 1)
	prior := stats.Prior{DF: 3, Variance: 0.1}
	got, want := l.shares().Test(d, prior), moderatedT(means(d), 1./4, prior)
	near(t, "p", got.P, want.P)
	near(t, "error", got.Err, want.Err)
	near(t, "degrees of freedom", got.DF, want.DF)
}

func TestLayoutTestOfFewSplits(t *testing.T) {
	l := drawn(60, 128, 328, 2)
	d := usual.row(pcg(1, 2), l, 1)
	for n := range 3 {
		test := l.shares().Test(d[:n], stats.Prior{})
		if !math.IsNaN(test.P) || test.Floor != 1 || (n == 2) != (test.Err > 0) {
			t.Errorf("%d splits: %+v", n, test)
		}
	}
}

// Expect with as many splits has the same standard error and interval. Standard errors expected
// from a pilot of two splits are those of more splits, on average.
func TestExpect(t *testing.T) {
	n := repetitions(300)
	for _, l := range []layout{drawn(60, 128, 1000, 12), sharedTest(60, 300, 60, 12)} {
		tested := l.shares()
		predicted, truth := make([]float64, n), make([]float64, n)
		repeat(n, func(seed uint64) {
			d := usual.row(pcg(seed, 12), l, 1)
			test, pilot := tested.Test(d, stats.Prior{}), tested.Test(d[:3], stats.Prior{})
			again := tested.Expect(test, l.splits)
			if math.Abs(again.Err/test.Err-1) > 1e-9 {
				t.Errorf("%s: standard error %v, expected %v", l.name, test.Err, again.Err)
			}
			pilot = tested.Expect(pilot, l.splits)
			predicted[seed], truth[seed] = pilot.Err*pilot.Err, test.Err*test.Err
		})
		p, q := stats.Summarize(predicted).Mean, stats.Summarize(truth).Mean
		if p < 0.8*q || p > 1.35*q {
			t.Errorf("%s: expected variance %v, found %v", l.name, p, q)
		}
	}
}

func TestSplitsFor(t *testing.T) {
	test := stats.Test{N: 3, Sources: stats.Sources{Training: 3, Both: 1}}
	l := stats.Layout{Sets: 3}
	width := func(test stats.Test) float64 {
		low, high := test.Interval(0.95)
		return high - low
	}
	at := func(splits int) float64 { return width(l.Expect(test, splits)) }
	if k := l.SplitsFor(test, width, 1); !(at(k) < 1) || at(k-1) < 1 {
		t.Errorf("%d splits", k)
	}
	l.Training, l.Tests = 0.5, 1
	least := 2 * 1.96 * math.Sqrt(1.5)
	if l.SplitsFor(test, width, least-0.01) != 0 || l.SplitsFor(test, width, least+0.01) == 0 {
		t.Errorf("shared training sets do not leave a width of %v", least)
	}
}
