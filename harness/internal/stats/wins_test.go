package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/spbench/spbench/harness/internal/longtest"
	"github.com/spbench/spbench/harness/internal/stats"
)

func TestAhead(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	a := []float64{0.1, 0.3, 0.1 + 0.2, 2, nan, 0.5, inf}
	b := []float64{0.2, 0.2, 0.3, 2, 1, nan, 1}
	want := []float64{1, 0, 0.5, 0.5, nan, nan, 0}
	same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
	if got := stats.Ahead(a, b); !slices.EqualFunc(got, want, same) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestAheadOfSplits: the interval covers the share over all splits and instances, also if one row
// is ahead more often and test sets are large. The share does not depend on the number of splits.
func TestAheadOfSplits(t *testing.T) {
	longtest.Skip(t)
	const worlds = 400
	for _, test := range []struct {
		splits, words int
		sd            float64 // of the splits, beside 1 of words and 1 of the rest
		gap           float64 // mean advantage of the first row
	}{
		{5, 60, 0.1, 0}, {5, 60, 1, 0}, {10, 60, 0.5, 0}, {10, 60, 1, 0},
		{5, 2000, 0.1, 1}, {5, 2000, 1, 1}, {10, 2000, 0.1, 1}, {10, 2000, 1, 1}, {10, 60, 0.5, 1},
	} {
		random := pcg(1, 2)
		truth := distuv.UnitNormal.CDF(test.gap / math.Sqrt(2+test.sd*test.sd))
		covered, sum := 0.0, 0.0
		for range worlds {
			share := stats.Layout{Sets: test.splits, Tests: 1}.Test(aheadWorld(random, test.splits,
				test.words, test.sd, test.gap), stats.Prior{})
			if low, high := share.Interval(0.95); low <= truth && truth <= high {
				covered++
			}
			sum += share.Effect
		}
		covered /= worlds
		t.Logf(
			"%d splits of %d words, sd %.1f, P %.3f: covers it in %.3f of worlds, mean estimate "+
				"%.3f", test.splits, test.words, test.sd, truth, covered, sum/worlds)
		if covered < 0.91 || math.Abs(sum/worlds-truth) > 0.02 {
			t.Errorf("%d splits of %d words, sd %.1f: covers P = %.3f in %.3f of worlds, mean "+
				"estimate %.3f", test.splits, test.words, test.sd, truth, covered, sum/worlds)
		}
	}
}

// aheadWorld returns the words on which the first of two rows is ahead, in several splits that test
// all of them.
func aheadWorld(random *rand.Rand, splits, words int, sd, gap float64) (all []stats.Sample) {
	word := make([]float64, words)
	for i := range word {
		word[i] = random.NormFloat64()
	}
	other := make([]float64, words)
	for range splits {
		split, s := sd*random.NormFloat64(), stats.Sample{}
		losses := make([]float64, words)
		for i := range words {
			s.Instances = append(s.Instances, i)
			losses[i] = word[i] + split + random.NormFloat64() - gap
		}
		s.Values = stats.Ahead(losses, other)
		all = append(all, s)
	}
	return all
}
