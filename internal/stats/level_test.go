package stats_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/internal/stats"
)

// With -replicates 2000 -v the tests of this file print the tables of docs/statistics.md.
var replicates = flag.Int("replicates", 100, "repetitions of a simulation")

// TestLevelOfSplits: two learners that are equally good on average differ in at most 5 % of
// repetitions, for every way to divide the data; intervals hold the truth in 95 %; and where one
// is better it is found.
func TestLevelOfSplits(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: simulates tables; not with -short")
	}
	const gain = 0.3
	for _, c := range []struct {
		layout
		metric string
		power  float64 // at least, with that gain
	}{
		{rotated("train-one", 10, 30), "wrong", 0.85},
		{rotated("train-one", 10, 60), "wrong", 0.95},
		{rotated("train-one", 10, 30), "f1", 0.6},
		{rotated("train-one", 5, 60), "wrong", 0.6},
		{rotated("test-one", 10, 30), "wrong", 0.5},
		{rotated("test-one", 5, 60), "wrong", 0.3},
		{drawn(6, 128, 328, 20), "wrong", 0.9},
		{drawn(60, 128, 328, 3), "wrong", 0},
		{drawn(60, 128, 328, 10), "wrong", 0.6},
		{drawn(60, 128, 328, 10), "f1", 0.3},
		{drawn(60, 128, 328, 40), "wrong", 0.8},
		{drawn(200, 128, 328, 10), "wrong", 0.6},
		{drawn(300, 500, 1000, 10), "wrong", 0.9},
		{drawn(500, 500, 1000, 10), "wrong", 0.8},
		{drawn(60, 128, 2000, 10), "wrong", 0.9},
	} {
		n := float64(*replicates)
		var level, power, old float64
		var own, better []stats.Test
		for seed := range uint64(*replicates) {
			a, d := c.run(seed, 0, c.metric)
			own = append(own, c.test(a))
			if c.test(d).P <= 0.05 {
				level += 1 / n
			}
			_, d = c.run(seed, gain, c.metric)
			better = append(better, c.test(d))
			if c.test(d).P <= 0.05 {
				power += 1 / n
			}
			if stats.CorrectedT(means(d), c.ratio).P <= 0.05 {
				old += 1 / n
			}
		}
		t.Logf("| %s | %s | %.3f | %.3f | %.3f | %.3f | %.3f |", c.name, c.metric, level, covered(own), covered(better), power, old)
		slack := 3 * math.Sqrt(0.05*0.95/n)
		if level > 0.05+slack || covered(own) < 0.95-slack || covered(better) < 0.95-slack {
			t.Errorf("%s, %s: level %.3f, coverage of the mean %.3f, of a difference %.3f", c.name, c.metric, level, covered(own), covered(better))
		}
		if power < c.power {
			t.Errorf("%s, %s: power %.3f, want %.3f", c.name, c.metric, power, c.power)
		}
	}
}

// covered returns the share of 95 % intervals that hold the mean of all estimates.
func covered(tests []stats.Test) float64 {
	truth, in := 0.0, 0.0
	for i := range tests {
		truth += tests[i].Effect / float64(len(tests))
	}
	for i := range tests {
		if lo, hi := tests[i].Interval(0.95); lo <= truth && truth <= hi {
			in++
		}
	}
	return in / float64(len(tests))
}

// TestLevelOfOneSplit: of two fits that are equally good on average over test words, a share of wrong letters
// and an F1 find a difference in at most 5 % of test sets.
func TestLevelOfOneSplit(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: simulates tables; not with -short")
	}
	for _, metric := range []string{"wrong", "f1"} {
		for _, n := range []int{20, 60, 300} {
			level, power := 0.0, 0.0
			for seed := range uint64(*replicates) {
				for gain, share := range map[float64]*float64{0: &level, 0.3: &power} {
					if stats.SignFlip(oneSplit(seed, n, gain, metric)).P <= 0.05 {
						*share += 1 / float64(*replicates)
					}
				}
			}
			t.Logf("| one split, %d words | %s | %.3f | | | %.3f | |", n, metric, level, power)
			if slack := 3 * math.Sqrt(0.05*0.95/float64(*replicates)); level > 0.05+slack || level < 0.05-slack-0.03 {
				t.Errorf("%d words, %s: level %.3f", n, metric, level)
			}
		}
	}
}

// oneSplit returns the differences on n words of two fits whose weights are fixed: what
// varies is the test set alone.
func oneSplit(seed uint64, n int, gain float64, metric string) []float64 {
	w := newWorld(rand.New(rand.NewPCG(seed, 8)), n, gain)
	weights, all := make([]float64, 2*half), make([]int, n)
	for k := range weights {
		weights[k] = 1
	}
	for i := range all {
		all[i] = i
	}
	counts := w.counts(weights, all)
	d := values(counts[0], metric)
	for i, v := range values(counts[1], metric) {
		d[i] -= v
	}
	return d
}
