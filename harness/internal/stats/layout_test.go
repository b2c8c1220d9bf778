package stats_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A layout is how a pool is divided into splits.
type layout struct {
	name           string
	pool, splits   int
	overlap, ratio float64
	tests          float64 // share of its test set that a split has in common with a different one
	power          float64 // least share of differences that is found in the usual world
	draw           func(r *rand.Rand, split int) (train, test []int)
}

// simulatedLayouts are the layouts of tables, with the least power of each.
var simulatedLayouts = []layout{
	rotated("train-one", 3, 100).finds(0.8), rotated("train-one", 5, 60).finds(0.95),
	rotated("train-one", 10, 30).finds(0.95), rotated("train-one", 40, 15).finds(0.95),
	first(3, rotated("train-one", 5, 40)).finds(0.7), first(5, rotated("train-one", 10, 30)).finds(0.9),
	sharedFolds().finds(0.65),
	sharedTest(240, 300, 60, 5).finds(0.2), sharedTest(150, 300, 60, 5).finds(0.3),
	sharedTest(240, 300, 60, 10).finds(0.3), sharedTest(240, 300, 300, 5).finds(0.85),
	sharedTest(60, 300, 60, 5).finds(0.35),
	drawn(6, 128, 328, 3).finds(0.7), drawn(6, 128, 328, 40).finds(0.95),
	drawn(60, 128, 328, 3).finds(0.6), drawn(60, 128, 328, 5).finds(0.9),
	drawn(60, 128, 328, 10).finds(0.9), drawn(200, 128, 328, 5).finds(0.65),
	drawn(300, 500, 5000, 5).finds(0.95), drawn(60, 128, 2000, 3).finds(0.7),
	drawn(60, 128, 2000, 10).finds(0.95), drawn(240, 60, 300, 10).finds(0.25),
	drawn(40, 40, 120, 5), drawn(80, 40, 120, 5),
	rotated("test-one", 5, 60), rotated("test-one", 10, 30), rotated("test-one", 40, 8),
}

// rotated is a layout of folds with one training fold, or one test fold.
func rotated(rotate string, folds, size int) layout {
	l := layout{name: fmt.Sprintf("%s, %d folds of %d", rotate, folds, size), pool: folds * size,
		splits: folds}
	of := func(fold int) (one, rest []int) {
		for i := range l.pool {
			if i/size == fold {
				one = append(one, i)
			} else {
				rest = append(rest, i)
			}
		}
		return one, rest
	}
	l.ratio, l.tests = float64(folds-1), float64(folds-2)/float64(folds-1)
	l.draw = func(_ *rand.Rand, split int) (train, test []int) { return of(split) }
	if rotate == "test-one" {
		l.ratio, l.overlap, l.tests = 1/l.ratio, l.tests, 0
		l.draw = func(_ *rand.Rand, split int) (train, test []int) {
			test, train = of(split)
			return
		}
	}
	return l
}

// drawn is a layout of random splits.
func drawn(train, test, pool, splits int) layout {
	return layout{name: fmt.Sprintf("%d to train, %d to test, of %d, %d splits", train, test, pool,
		splits),
		pool: pool, splits: splits, overlap: float64(train) / float64(pool),
		ratio: float64(test) / float64(train), tests: float64(test) / float64(pool),
		draw: func(r *rand.Rand, _ int) (a, b []int) {
			p := r.Perm(pool)
			return p[:train], p[train : train+test]
		}}
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

// first is a layout of the first splits of a different one.
func first(splits int, of layout) layout {
	of.name, of.splits = fmt.Sprintf("%d splits of %s", splits, of.name), splits
	return of
}

// finds returns the layout with a least power.
func (l layout) finds(power float64) layout {
	l.power = power
	return l
}

// fixed returns the layout with one draw of its splits, for all rows of a table.
func (l layout) fixed(r *rand.Rand) layout {
	var train, test [][]int
	for j := range l.splits {
		a, b := l.draw(r, j)
		train, test = append(train, a), append(test, b)
	}
	l.draw = func(_ *rand.Rand, j int) (a, b []int) { return train[j], test[j] }
	return l
}

// test is the test of tables in the layout, without a prior.
func (l layout) test(splits []stats.Sample) stats.Test {
	return l.shares().Test(splits, stats.Prior{})
}

// shares is the layout as a table knows it.
func (l layout) shares() stats.Layout {
	return stats.Layout{Sets: l.splits, Training: l.overlap, Tests: l.tests, Ratio: l.ratio}
}

// crossValidated reports whether the layout has the test of Nadeau and Bengio. Its level is too high
// where training sets cause much of the variance, and tables say so.
func (l layout) crossValidated() bool { return l.shares().Method() == stats.CorrectedMean }
