package stats

import (
	"math"
	"testing"
)

// TestCrossedSeedsByHand: a table of sums of a row and a column effect has no interaction. A table
// of one row or column has one component only. Effects of columns are not attributed to rows.
func TestCrossedSeedsByHand(t *testing.T) {
	nan := math.NaN()
	for name, test := range map[string]struct {
		tables [][][]float64
		want   SeedComponents
	}{
		"additive": {[][][]float64{{{0, 1}, {2, 3}}}, SeedComponents{2, 0.5, 0}},
		"columns alone": {[][][]float64{{{0, 1}, {0, 1}}, {{5, 7}, {5, 7}}},
			SeedComponents{0, 1.25, 0}},
		"both alone": {[][][]float64{{{0, 1}, {1, 0}}}, SeedComponents{-0.5, -0.5, 1}},
		"one column": {[][][]float64{{{0}, {2}}, {{5}, {5}, {5}}},
			SeedComponents{2. / 3, nan, nan}},
		"one row":     {[][][]float64{{{0, 2}}}, SeedComponents{nan, 2, nan}},
		"one of each": {[][][]float64{{{4}}, {{5}}}, SeedComponents{nan, nan, nan}},
		"rows, two units": {[][][]float64{{{1, 1}, {3, 3}}, {{8, 8}, {8, 8}}},
			SeedComponents{1, 0, 0}},
	} {
		got := CrossedSeeds(test.tables)
		for part, pair := range map[string][2]float64{"tune": {got.Tune, test.want.Tune},
			"learner": {got.Learner, test.want.Learner}, "both": {got.Both, test.want.Both}} {
			if math.IsNaN(pair[0]) != math.IsNaN(pair[1]) || math.Abs(pair[0]-pair[1]) > 1e-12 {
				t.Errorf("%s: %s %v, want %v", name, part, pair[0], pair[1])
			}
		}
	}
}
