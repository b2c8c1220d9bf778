package stats_test

import (
	"cmp"
	"flag"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
)

// With -replicates 2000 -v simulations print the tables of docs/statistics-appendix.md.
var replicates = flag.Int("replicates", 0, "repetitions of a simulation; 0: few")

// repetitions returns the number that the flag sets, or a usual one.
func repetitions(usual int) int { return cmp.Or(*replicates, usual) }

// simulated returns the slack of a level of 0.05 after n repetitions: three standard errors.
func simulated(n int) (slack float64) {
	return 3 * math.Sqrt(0.05*0.95/float64(n))
}

// repeat calls one for each seed below n, on all processors.
func repeat(n int, one func(seed uint64)) {
	var workers sync.WaitGroup
	procs := runtime.GOMAXPROCS(0)
	for w := range procs {
		workers.Go(func() {
			for seed := w; seed < n; seed += procs {
				one(uint64(seed))
			}
		})
	}
	workers.Wait()
}

// share returns how many of the tests have p at most 0.05.
func share(tests []stats.Test) float64 {
	n := 0.0
	for i := range tests {
		if tests[i].P <= 0.05 {
			n++
		}
	}
	return n / float64(len(tests))
}

// TestLevelOfSplits: two equally good learners differ significantly in at most 5 % of repetitions,
// for every way to divide the data. Intervals cover the truth in 95 %, and a better learner is
// detected.
func TestLevelOfSplits(t *testing.T) {
	longtest.Skip(t)
	n := repetitions(40)
	slack := simulated(n)
	const gain = 0.3
	for _, c := range []struct {
		layout
		metric string
		power  float64 // least power for that gain
	}{
		{rotated("train-one", 3, 100), "wrong", 0.45},
		{rotated("train-one", 5, 60), "wrong", 0.8},
		{rotated("train-one", 10, 30), "wrong", 0.85},
		{rotated("train-one", 10, 30), "f1", 0.85},
		{rotated("train-one", 10, 60), "wrong", 0.95},
		{rotated("train-one", 20, 15), "wrong", 0.9},
		{rotated("train-one", 20, 30), "wrong", 0.95},
		{rotated("train-one", 40, 15), "wrong", 0.95},
		{rotated("test-one", 3, 100), "wrong", 0.05},
		{rotated("test-one", 5, 60), "wrong", 0.2},
		{rotated("test-one", 10, 30), "wrong", 0.4},
		{rotated("test-one", 20, 15), "wrong", 0.45},
		{rotated("test-one", 40, 8), "wrong", 0.55},
		{drawn(6, 128, 328, 3), "wrong", 0.15},
		{drawn(6, 128, 328, 10), "wrong", 0.8},
		{drawn(6, 128, 328, 20), "wrong", 0.9},
		{drawn(6, 128, 328, 40), "wrong", 0.9},
		{drawn(20, 128, 328, 40), "wrong", 0.9},
		{drawn(60, 128, 328, 3), "wrong", 0.2},
		{drawn(60, 128, 328, 10), "wrong", 0.65},
		{drawn(60, 128, 328, 10), "f1", 0.6},
		{drawn(60, 128, 328, 40), "wrong", 0.75},
		{drawn(140, 128, 328, 5), "wrong", 0.25},
		{drawn(200, 128, 328, 10), "wrong", 0.1},
		{drawn(300, 500, 1000, 10), "wrong", 0.9},
		{drawn(500, 500, 1000, 10), "wrong", 0.9},
		{drawn(60, 128, 2000, 3), "wrong", 0.3},
		{drawn(60, 128, 2000, 10), "wrong", 0.9},
		{drawn(60, 128, 2000, 40), "wrong", 0.95},
	} {
		t.Run(c.name+", "+c.metric, func(t *testing.T) {
			single, equal, better := make([]stats.Test, n), make([]stats.Test, n),
				make([]stats.Test, n)
			old := make([]stats.Test, n)
			repeat(n, func(seed uint64) {
				said := c.run(seed, 2, 0, c.metric)
				single[seed], equal[seed] = c.test(said[0]), c.test(minus(said[0], said[1]))
				said = c.run(seed, 2, gain, c.metric)
				d := minus(said[0], said[1])
				better[seed], old[seed] = c.test(d), stats.ModeratedT(means(d), c.ratio, stats.Prior{})
			})
			level, power := share(equal), share(better)
			t.Logf("| %s | %s | %.3f | %.3f | %.3f | %.3f | %.3f |", c.name, c.metric, level,
				covered(single), covered(better), power, share(old))
			least := 0.0
			if strings.HasPrefix(c.name, "train-one") {
				least = 0.03
			}
			if level > 0.05+slack || level < least-slack || covered(single) < 0.95-slack ||
				covered(better) < 0.95-slack {
				t.Errorf("%s, %s: level %.3f, coverage of the mean %.3f, of a difference %.3f",
					c.name, c.metric, level, covered(single), covered(better))
			}
			if power < c.power {
				t.Errorf("%s, %s: power %.3f, want %.3f", c.name, c.metric, power, c.power)
			}
		})
	}
}

// covered returns the share of 95 % intervals that contain the mean of all estimates.
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

// TestErrorsOfLearners compares standard errors with the standard deviation over pools of one
// language, for learners that are fitted: the ratio of the second to the first, for means and for
// differences of equally good learners.
//
//	SPBENCH_LONG=1 go test ./harness/internal/stats -run ErrorsOfLearners -replicates 200 -v
func TestErrorsOfLearners(t *testing.T) {
	longtest.Skip(t)
	n := repetitions(60)
	for _, l := range []layout{rotated("train-one", 10, 12), rotated("test-one", 10, 12),
		drawn(80, 40, 120, 5), drawn(40, 40, 120, 5)} {
		means, differences := make([]stats.Test, 3*n), make([]stats.Test, 3*n)
		repeat(n, func(pool uint64) {
			said := l.run(pool, 3, 0, "wrong")
			for k := range said {
				means[3*int(pool)+k] = l.test(said[k])
				differences[3*int(pool)+k] = l.test(minus(said[k], said[(k+1)%3]))
			}
		})
		all := 0.0
		for i := range means {
			all += means[i].Effect / float64(len(means))
		}
		for i := range means {
			means[i].Effect -= all
		}
		ofMeans, ofDifferences := errorRatio(means), errorRatio(differences)
		t.Logf("| %s | %.2f | %.2f | %.1f | %.1f |", l.name, ofMeans, ofDifferences,
			100*coverage(means), 100*coverage(differences))
		// the standard deviation of 3·n numbers has a standard error of 1/√(6n)
		slack, least := 3/math.Sqrt(6*float64(n)), 0.5
		if l.exact && l.overlap == 0 {
			least = 0.85
		}
		if most := 1.15 + slack; max(ofMeans, ofDifferences) > most || ofDifferences < least-slack {
			t.Errorf("%s: s.d./s.e. of means %.2f, of differences %.2f", l.name, ofMeans, ofDifferences)
		}
	}
}

// TestLevelOfOneSplit: for two fits equally good on average over test words, a share of wrong
// letters and an F1 differ significantly in at most 5 % of test sets.
func TestLevelOfOneSplit(t *testing.T) {
	n := repetitions(40)
	slack := simulated(n)
	for _, metric := range []string{"wrong", "f1"} {
		for _, words := range []int{20, 60, 300} {
			equal, better := make([]stats.Test, n), make([]stats.Test, n)
			repeat(n, func(seed uint64) {
				equal[seed] = stats.SignFlip(oneSplit(seed, words, 2, 0, metric)[0])
				better[seed] = stats.SignFlip(oneSplit(seed, words, 2, 0.3, metric)[0])
			})
			level := share(equal)
			t.Logf("| one split, %d words | %s | %.3f | | %.3f | %.3f | |", words, metric, level,
				covered(better), share(better))
			if level > 0.05+slack || level < 0.05-slack-0.03 || covered(better) < 0.95-slack-0.01 {
				t.Errorf("%d words, %s: level %.3f, coverage %.3f", words, metric, level,
					covered(better))
			}
		}
	}
}

// oneSplit returns the differences, on n words, of the first fit from each other one. The weights
// are fixed, and only the test set varies.
func oneSplit(seed uint64, n, learners int, gain float64, metric string) (differences [][]float64) {
	w := newWorld(pcg(seed, 8), n, learners, gain)
	weights, all := make([]float64, learners*own), make([]int, n)
	for k := range weights {
		weights[k] = 1
	}
	for i := range all {
		all[i] = i
	}
	counts := w.counts(weights, all)
	first := values(counts[0], metric)
	for _, other := range counts[1:] {
		d := values(other, metric)
		for i := range d {
			d[i] = first[i] - d[i]
		}
		differences = append(differences, d)
	}
	return differences
}
