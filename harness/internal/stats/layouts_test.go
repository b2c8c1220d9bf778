package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A partsWorld draws d_ij = a_j + b_i + e_ij with mean 0. a_j is the mean effect of the training
// instances of split j: overlapping training sets have correlated a_j.
type partsWorld struct {
	training float64 // share of training sets in the variance of one split
	both     float64 // share of e_ij in the variance of one value
	roles    float64 // correlation of an instance's effects in the two roles
	kind     string  // distribution of all parts
}

var partsWorlds = []partsWorld{
	{0.1, 0, 0, "normal"}, {0.5, 0.3, 0, "normal"}, {0.5, 0.3, 0.5, "normal"},
	{0.5, 0.3, 0, "skew"}, {0.5, 0.3, 0, "ties"}, {0.5, 0.3, 0.3, "rare"},
}

// noise draws a number of mean 0 and variance 1.
func noise(r *rand.Rand, kind string) float64 {
	switch kind {
	case "skew": // log-normal
		mean := math.Exp(0.72)
		return (math.Exp(1.2*r.NormFloat64()) - mean) / math.Sqrt((math.Exp(1.44)-1)*math.Exp(1.44))
	case "ties": // nine of ten are 0
		switch u := r.Float64(); {
		case u < 0.05:
			return -1 / math.Sqrt(0.1)
		case u < 0.1:
			return 1 / math.Sqrt(0.1)
		}
		return 0
	case "rare": // 2 % large losses against a small gain
		if r.Float64() < 0.02 {
			return 0.98 / math.Sqrt(0.02*0.98)
		}
		return -0.02 / math.Sqrt(0.02*0.98)
	}
	return r.NormFloat64()
}

// draw returns the values of one world in a layout.
func (w partsWorld) draw(r *rand.Rand, l layout) []stats.Sample {
	b, h := make([]float64, l.pool), make([]float64, l.pool)
	for i := range b {
		b[i] = noise(r, w.kind)
		h[i] = w.roles*b[i] + math.Sqrt(1-w.roles*w.roles)*noise(r, w.kind)
	}
	e := math.Sqrt(w.both / (1 - w.both))
	splits := make([]stats.Sample, l.splits)
	for j := range splits {
		train, test := l.draw(r, j)
		a := 0.0
		for _, i := range train {
			a += h[i]
		}
		a *= math.Sqrt(w.training / (1 - w.training) / float64(len(test)) / float64(len(train)))
		values := make([]float64, len(test))
		for k, i := range test {
			values[k] = a + b[i]
			if e > 0 {
				values[k] += e * noise(r, w.kind)
			}
		}
		splits[j] = stats.Sample{Instances: test, Values: values, Train: train}
	}
	return splits
}

// sharedTest is a layout of random training sets from a pool, beside one test set.
func sharedTest(train, pool, test, splits int) layout {
	all := make([]int, test)
	for k := range all {
		all[k] = pool + k
	}
	return layout{name: fmt.Sprintf("one test set of %d, %d training sets of %d of %d", test,
		splits, train, pool),
		pool: pool + test, splits: splits, overlap: float64(train) / float64(pool), tests: 1,
		draw: func(r *rand.Rand, _ int) (a, b []int) { return r.Perm(pool)[:train], all }}
}

// first is a layout of the first splits of a different one.
func first(splits int, of layout) layout {
	of.name, of.splits = fmt.Sprintf("%d splits of %s", splits, of.name), splits
	return of
}

// sharedFolds learns from folds j to j+2 of ten, and tests on the last five.
func sharedFolds() layout {
	all := make([]int, 300)
	for i := range all {
		all[i] = i
	}
	return layout{name: "folds j to j+2 of ten folds of 30, the last five to test, 3 splits",
		pool: 300, splits: 3, overlap: 5. / 9, tests: 1,
		draw: func(_ *rand.Rand, j int) (a, b []int) { return all[30*j : 30*j+90], all[150:] }}
}

// TestLevelOfLayouts: for any effect of training sets on the variance, equal learners differ in at
// most 6 % of repetitions. Exceptions are named: cross-validation, with its warning in tables, and
// skewed differences. `go test ./harness/internal/stats -run LevelOfLayouts -replicates 10000 -v`
// prints the table of docs/statistics.md.
func TestLevelOfLayouts(t *testing.T) {
	n := max(*replicates, 400)
	slack := simulated(n)
	for _, c := range []struct {
		layout
		most float64 // level
	}{
		{rotated("train-one", 3, 100), 0.06},
		{rotated("train-one", 10, 30), 0.06},
		{first(3, rotated("train-one", 5, 40)), 0.06},
		{first(5, rotated("train-one", 10, 30)), 0.06},
		{sharedFolds(), 0.06},
		{sharedTest(240, 300, 60, 5), 0.06},
		{sharedTest(150, 300, 60, 5), 0.06},
		{sharedTest(240, 300, 60, 10), 0.06},
		{sharedTest(240, 300, 300, 5), 0.06},
		{sharedTest(60, 300, 60, 5), 0.06},
		{drawn(60, 128, 328, 5), 0.06},
		{drawn(200, 128, 328, 5), 0.06},
		{drawn(300, 500, 5000, 5), 0.06},
		{drawn(240, 60, 300, 10), 0.06},
		{rotated("test-one", 5, 60), 0.25},
		{rotated("test-one", 10, 30), 0.4},
	} {
		levels, powers := "", ""
		for _, w := range partsWorlds {
			equal, better := make([]stats.Test, n), make([]stats.Test, n)
			repeat(n, func(seed uint64) {
				d := w.draw(rand.New(rand.NewPCG(seed, 9)), c.layout)
				equal[seed] = c.test(d)
				for j := range d {
					for k := range d[j].Values {
						d[j].Values[k] += 0.35
					}
				}
				better[seed] = c.test(d)
			})
			level := share(equal)
			levels += fmt.Sprintf(" %.3f |", level)
			powers += fmt.Sprintf(" %.2f |", share(better))
			if level > c.most+slack && w.kind != "rare" || level > c.most+slack+0.03 {
				t.Errorf("%s, %+v: level %.3f", c.name, w, level)
			}
		}
		t.Logf("| %s |%s%s", c.name, levels, powers)
	}
}
