package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A world is a pool of test and training instances, words of three letters of two kinds, and
// learners of the mean of either kind. Each learner sees its own features of a letter, as many as
// the others. With equal signal learners are equally good on average, but not on a single training
// set.
type world struct {
	learners int
	features [][]float64 // of each word: letters × learners·own
	kinds    [][]float64 // −1 or 1, of each letter
}

const letters, own = 3, 10

// newWorld draws n words; gain is by how much more signal the second learner has than the others.
// A word is hard or easy as a whole.
func newWorld(r *rand.Rand, n, learners int, gain float64) *world {
	w := &world{learners: learners}
	width := learners * own
	for range n {
		x, y := make([]float64, letters*width), make([]float64, letters)
		ease := 0.5 + r.Float64()
		for l := range y {
			y[l] = float64(2*r.IntN(2) - 1)
			for k := range width {
				signal := ease
				if k/own == 1 {
					signal *= 1 + gain
				}
				x[l*width+k] = y[l]*signal/math.Sqrt(own) + r.NormFloat64()
			}
		}
		w.features, w.kinds = append(w.features, x), append(w.kinds, y)
	}
	return w
}

// learn returns the mean of a letter times its kind: the weights of all learners.
func (w *world) learn(train []int) []float64 {
	mean := make([]float64, w.learners*own)
	for _, i := range train {
		for l, y := range w.kinds[i] {
			for k := range mean {
				mean[k] += y * w.features[i][l*len(mean)+k]
			}
		}
	}
	return mean
}

// counts returns, for each learner and test word: letters correctly predicted as kind 1, predicted
// as kind 1, of kind 1, and wrong letters.
func (w *world) counts(weights []float64, test []int) [][]float64 {
	counts := make([][]float64, w.learners)
	for learner := range counts {
		counts[learner] = make([]float64, 4*len(test))
	}
	for n, i := range test {
		for l, y := range w.kinds[i] {
			features := w.features[i][l*len(weights):][:len(weights)]
			for learner := range counts {
				c, x := counts[learner][4*n:][:4], features[learner*own:][:own]
				score := 0.0
				for k, weight := range weights[learner*own:][:own] {
					score += weight * x[k]
				}
				if y > 0 {
					c[2]++
				}
				if score > 0 {
					c[1]++
				}
				switch {
				case (score > 0) != (y > 0):
					c[3]++
				case y > 0:
					c[0]++
				}
			}
		}
	}
	return counts
}

// wrong is the share of wrong letters, f1 the F1 of kind 1.
func wrong(sum []float64) float64 { return sum[3] / letters }
func f1(sum []float64) float64    { return 2 * sum[0] / (sum[1] + sum[2]) }

// values are a learner's values for each test word.
func values(counts []float64, metric string) []float64 {
	if metric == "f1" {
		return stats.Jackknife(counts, 4, f1)
	}
	v := make([]float64, len(counts)/4)
	for i := range v {
		v[i] = wrong(counts[4*i:])
	}
	return v
}

// A layout is how a pool is divided into splits.
type layout struct {
	name           string
	pool, splits   int
	overlap, ratio float64
	tests          float64 // share of its test set that a split has in common with a different one
	exact          bool    // all splits of a rotation
	draw           func(r *rand.Rand, split int) (train, test []int)
}

// rotated is a layout of folds with one training fold, or one test fold.
func rotated(rotate string, folds, size int) layout {
	l := layout{name: fmt.Sprintf("%s, %d folds of %d", rotate, folds, size), pool: folds * size,
		splits: folds, exact: true}
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

// run measures all learners once in a new world, and returns the values of each.
func (l layout) run(seed uint64, learners int, gain float64, metric string) [][]stats.Sample {
	r := pcg(seed, 7)
	w := newWorld(r, l.pool, learners, gain)
	said := make([][]stats.Sample, learners)
	for split := range l.splits {
		train, test := l.draw(r, split)
		for k, counts := range w.counts(w.learn(train), test) {
			said[k] = append(said[k], stats.Sample{Instances: test, Values: values(counts, metric),
				Train: train})
		}
	}
	return said
}

// minus returns the differences of two learners.
func minus(a, b []stats.Sample) []stats.Sample {
	d := make([]stats.Sample, len(a))
	for j := range a {
		d[j] = a[j]
		d[j].Values = make([]float64, len(a[j].Values))
		for i := range d[j].Values {
			d[j].Values[i] = a[j].Values[i] - b[j].Values[i]
		}
	}
	return d
}

// test is the test of tables in that layout, without a prior.
func (l layout) test(splits []stats.Sample) stats.Test {
	return l.shares().Test(splits, stats.Prior{})
}

// shares is the layout as a table knows it.
func (l layout) shares() stats.Layout {
	return stats.Layout{Sets: l.splits, Training: l.overlap, Tests: l.tests, Ratio: l.ratio}
}

func means(splits []stats.Sample) (m []float64) {
	for _, s := range splits {
		m = append(m, stats.Summarize(s.Values).Mean)
	}
	return m
}
