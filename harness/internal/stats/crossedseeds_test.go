package stats

import (
	"math"
	"testing"
)

// TestCrossedSeedsOfKnownVariance: in worlds with known components of splits, of either seed and of
// their interaction, the estimates are right on average. The predicted variance of the mean is that
// between worlds.
func TestCrossedSeedsOfKnownVariance(t *testing.T) {
	const worlds, splits, tunes, learners = 6000, 5, 3, 4
	want := map[string]float64{"split": 0.5, "tune": 1, "learner": 0.3, "both": 0.2}
	random := pcg(3, 14)
	draw := func(variance float64) float64 { return math.Sqrt(variance) * random.NormFloat64() }
	sum := map[string]float64{}
	ofMean, squares := 0.0, 0.0
	for range worlds {
		values := make([][][]float64, splits)
		mean := 0.0
		for j := range values {
			split := draw(want["split"])
			learner := make([]float64, learners)
			for l := range learner {
				learner[l] = draw(want["learner"])
			}
			for range tunes {
				tune := draw(want["tune"])
				var row []float64
				for l := range learner {
					row = append(row, split+tune+learner[l]+draw(want["both"]))
					mean += row[l] / (splits * tunes * learners)
				}
				values[j] = append(values[j], row)
			}
		}
		l := Layout{Sets: splits, Tests: 1}
		c, m := l.Components(l.Test(onTwo(values), Prior{}), values, nil)
		for name, v := range map[string]float64{"split": c.Split, "tune": c.Tune,
			"learner": c.Learner, "both": c.Both} {
			sum[name] += v / worlds
		}
		ofMean += (m.Split + m.Tune + m.Learner + m.Both) / worlds
		squares += mean * mean / worlds
	}
	for name, v := range want {
		if math.Abs(sum[name]-v) > 0.05*v {
			t.Errorf("%s %.4f on average, want %.4f", name, sum[name], v)
		}
	}
	if math.Abs(ofMean-squares) > 0.06*squares {
		t.Errorf("the variance of means is estimated as %.4f and is %.4f", ofMean, squares)
	}
}

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
