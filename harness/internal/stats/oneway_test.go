package stats_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// TestBetween: a table by hand, where SS_total = 160/3, SS_within = 4 and F(2, 3) = 18.5, and those
// without an answer.
func TestBetween(t *testing.T) {
	for _, c := range []struct {
		values   []float64
		groups   []string
		share, p float64
	}{
		{[]float64{1, 3, 5, 5, 8, 10}, []string{"x", "x", "y", "y", "z", "z"},
			1 - 4./3/(160./3/5), math.Pow(1+37./3, -1.5)},
		{[]float64{1, 2, 3}, []string{"x", "x", "x"}, math.NaN(), math.NaN()},
		{[]float64{1, 2, 3}, []string{"x", "y", "z"}, math.NaN(), math.NaN()},
		{[]float64{2, 2, 2}, []string{"x", "y", "x"}, math.NaN(), math.NaN()},
		{[]float64{1, 1, 4}, []string{"x", "x", "z"}, 1, 0},
	} {
		share, p := stats.Between(c.values, c.groups)
		near(t, "share", share, c.share)
		near(t, "p", p, c.p)
	}
}

// TestFallen: beside the median of the others a common hard split is nobody's, and the one split on
// which a row fails is named, but no lucky one, and none of nine.
func TestFallen(t *testing.T) {
	r := pcg(7, 8)
	rows := make([][]float64, 5)
	for j := range 20 {
		for k := range rows {
			v := r.NormFloat64()
			switch {
			case j == 3:
				v += 100 // hard for all
			case j == 11 && k == 2:
				v += 40
			case j == 12 && k == 4:
				v -= 40
			}
			rows[k] = append(rows[k], v)
		}
	}
	for k, splits := range stats.Fallen(stats.BesideOthers(rows)) {
		if k != 2 && splits != nil || k == 2 && (len(splits) != 1 || splits[0] != 11) {
			t.Errorf("row %d: %v", k, splits)
		}
		rows[k] = rows[k][3:12]
	}
	for k, splits := range stats.Fallen(stats.BesideOthers(rows)) {
		if splits != nil {
			t.Errorf("row %d of nine splits: %v", k, splits)
		}
	}
	for j, want := range map[int]float64{3: 0.632, 5: 0.451, 10: 0.259, 20: 0.139} {
		if got := stats.UnseenFailures(j); math.Abs(got-want) > 5e-4 {
			t.Errorf("%d splits: %v, want %v", j, got, want)
		}
	}
}
