package study

import (
	"math"
	"slices"
	"testing"
)

// TestAgainstParameter: scores against the second parameter too; one that is a word, or is not there, is an error that names those that are.
func TestAgainstParameter(t *testing.T) {
	r := tunedRun([4]float64{0.4, 0.2, 0.3, 0.1})
	charts, err := Against(r, "power")
	if err != nil || len(charts) != 1 || charts[0].Title != "d" || charts[0].X.Title != "power" {
		t.Fatalf("%v %+v", err, charts)
	}
	if s := charts[0].Series[0]; !slices.Equal(s.X, []float64{1, 2}) || math.Abs(s.Y[0]-30) > 1e-9 || math.Abs(s.Y[1]-10) > 1e-9 {
		t.Errorf("%+v", s)
	}
	for name, want := range map[string]string{"solver": "they do in lambda, power", "lamda": `did you mean "lambda"?`} {
		fails(Against(r, name))(t, want)
	}
	for i := range r.Fits {
		r.Fits[i].Trials = nil
	}
	fails(Against(r, "lambda"))(t, "no parameter was tuned")
}
