package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// Variances drawn from a known prior give it back, on average, and outliers do not change it.
func TestModerateFindsThePrior(t *testing.T) {
	r := pcg(3, 11)
	const splits, variance, df = 6, 4.0, 8.0
	for _, outliers := range []int{0, 8} {
		rows := make([][]float64, 200)
		for k := range rows {
			chi := 0.0
			for range int(df) {
				x := r.NormFloat64()
				chi += x * x
			}
			sd := math.Sqrt(variance / 2 * df / chi)
			if k < outliers {
				sd = 100
			}
			for range splits {
				rows[k] = append(rows[k], 7+sd*r.NormFloat64())
			}
		}
		m := stats.Moderate(rows)
		if math.Abs(m.Variance-variance) > 0.8 || m.DF < 4 || m.DF > 30 {
			t.Errorf("%d outliers: %+v, want variance %v with %v degrees of freedom", outliers, m.Prior,
				variance, df)
		}
		if outliers > 0 && (m.Shares[0] || m.Pair(0, 20) != (stats.Prior{}) || m.Pair(19, 20) != m.Prior) {
			t.Errorf("the outlier takes part: %v", m.Shares)
		}
	}
}

// Copies of a row and unknown rows change nothing; five rows give no prior.
func TestModerateOfLittle(t *testing.T) {
	draw := func() (rows [][]float64) {
		r := pcg(2, 11)
		for range 7 {
			var row []float64
			for range 5 {
				row = append(row, r.NormFloat64())
			}
			rows = append(rows, row)
		}
		return rows
	}
	rows := draw()
	want := stats.Moderate(rows)
	if want.DF == 0 || want.DF > stats.MostPrior(7, 5) {
		t.Fatalf("prior %+v", want.Prior)
	}
	got := stats.Moderate(append(draw(), nil))
	if got.Prior != want.Prior || got.Shares[7] {
		t.Errorf("with an unknown row %+v, want %+v", got, want)
	}
	if got := stats.Moderate(rows[:5]); got.Prior != (stats.Prior{}) {
		t.Errorf("five rows: %+v", got)
	}
	equal := append(slices.Clone(rows[:5]), rows[0], rows[0], rows[0])
	if got := stats.Moderate(equal); got.Prior != (stats.Prior{}) {
		t.Errorf("five rows and copies: %+v", got)
	}
	if got := stats.Moderate(nil); got.Prior != (stats.Prior{}) {
		t.Errorf("no rows: %+v", got)
	}
}

// A moderated t test has the weighted variance, and all degrees of freedom, but for a pair that the
// prior does not explain.
func TestModeratedT(t *testing.T) {
	diff := []float64{1, 2, 3} // s² = 1
	test := moderatedT(diff, 0.5, stats.Prior{DF: 4, Variance: 2.5})
	near(t, "variance", test.Err*test.Err, (4*2.5+2*1)/6*(1./3+0.5))
	near(t, "p", test.P, tail(2/test.Err, 6))
	if test.DF != 6 {
		t.Errorf("degrees of freedom %v", test.DF)
	}
	for _, variance := range []float64{0.01, 1000} {
		if got := moderatedT(diff, 0, stats.Prior{DF: 4, Variance: variance}); got.DF != 2 {
			t.Errorf("prior %v: %+v", variance, got)
		}
	}
}

// moderatedT is the test of one difference for each split of a cross-validation.
func moderatedT(diff []float64, ratio float64, prior stats.Prior) stats.Test {
	var splits []stats.Sample
	for _, d := range diff {
		splits = append(splits, stats.Sample{Instances: []int{0}, Values: []float64{d}})
	}
	return stats.Layout{Sets: len(diff), Training: stats.SameTraining, Ratio: ratio}.Test(splits, prior)
}
