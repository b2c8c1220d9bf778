package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The distributions agree with those of gonum's package distuv.
func TestDistributions(t *testing.T) {
	same := func(name string, got, want float64, at ...float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("%s at %v: got %v, want %v", name, at, got, want)
		}
	}
	for _, df := range []float64{1, 1.7, 2, 4, 9.3, 60, 1e4} {
		student := distuv.StudentsT{Sigma: 1, Nu: df}
		for _, x := range []float64{0, 1e-3, 0.4, 1, 2.5, 7, 40} {
			same("survivalT", survivalT(x, df), student.Survival(x), x, df)
			for _, d2 := range []float64{1, 3, 17.5, 200} {
				same("cumulativeF", cumulativeF(x, df, d2), distuv.F{D1: df, D2: d2}.CDF(x), x, df, d2)
			}
		}
		for _, p := range []float64{1e-4, 0.025, 0.3, 0.5, 0.8, 0.995} {
			same("quantileT", quantileT(p, df), student.Quantile(p), p, df)
			same("quantileChi2", quantileChi2(p, df), distuv.ChiSquared{K: df}.Quantile(p), p, df)
			same("quantileF", quantileF(p, df, 8), distuv.F{D1: df, D2: 8}.Quantile(p), p, df)
		}
	}
}
