package study

import (
	"math"
	"slices"
	"testing"
)

// TestChartValidationScores: it plots against any numeric parameter. For an unknown one or one
// without numbers, the error names the others.
func TestChartValidationScores(t *testing.T) {
	r := tunedRun([4]float64{0.4, 0.2, 0.3, 0.1})
	charts, err := ChartValidationScores(r, "power")
	if err != nil || len(charts) != 1 || charts[0].Title != "d" || charts[0].X.Title != "power" {
		t.Fatalf("%v %+v", err, charts)
	}
	if s := charts[0].Series[0]; !slices.Equal(s.X, []float64{1, 2}) ||
		math.Abs(s.Y[0]-30) > 1e-9 || math.Abs(s.Y[1]-10) > 1e-9 {
		t.Errorf("%+v", s)
	}
	for name, want := range map[string]string{"solver": "want one of lambda, power",
		"lamda": `did you mean "lambda"?`} {
		fails(ChartValidationScores(r, name))(t, want)
	}
	for i := range r.Entries {
		r.Entries[i].Fit.Trials = nil
	}
	fails(ChartValidationScores(r, "lambda"))(t, "no numeric parameter was tuned")
}
