package stats_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// TestReference compares the crossed variance, p of a rotation and step-down max T with
// testdata/reference.py. That script uses exact fractions and other formulas: Gallas' moments of
// pairs of cells, the normal equations of a two-way layout with holes, and statistics of all sign
// patterns.
func TestReference(t *testing.T) {
	var reference struct {
		Full struct {
			Values         [][]float64
			Variance, Both float64
		}
		Rotated struct {
			Folds             [][]int
			Values            [][]*float64
			Mean, Variance, P float64
		}
		Family struct {
			Rows     [][]float64
			Adjusted []float64
		}
	}
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &reference); err != nil {
		t.Fatal(err)
	}

	var full []stats.Sample
	for _, row := range reference.Full.Values {
		s := stats.Sample{Values: row}
		for i := range row {
			s.Instances = append(s.Instances, i)
		}
		full = append(full, s)
	}
	test := stats.Layout{Sets: len(full), Tests: 1}.Test(full, stats.Prior{})
	near(t, "variance of a full table", test.Err*test.Err, reference.Full.Variance)

	var rotated []stats.Sample
	for j, row := range reference.Rotated.Values {
		s := stats.Sample{Train: reference.Rotated.Folds[j]}
		for i, v := range row {
			if v != nil {
				s.Instances, s.Values = append(s.Instances, i), append(s.Values, *v)
			}
		}
		rotated = append(rotated, s)
	}
	test = stats.Layout{Sets: len(rotated)}.Test(rotated, stats.Prior{})
	near(t, "mean of a rotation", test.Effect, reference.Rotated.Mean)
	near(t, "variance of a rotation", test.Err*test.Err, reference.Rotated.Variance)
	near(t, "p of a rotation", test.P, reference.Rotated.P)

	for r, p := range againstZero(reference.Family.Rows) {
		near(t, "adjusted p", p, reference.Family.Adjusted[r])
	}
}
