package stats_test

import (
	"math"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A fitted world has real learners: each row learns the mean of either kind of letter, in words of
// three letters. Each sees its own features of a letter, as many as the others. With equal
// signal learners are equally good on average, but not on a single training set. The metric is
// "wrong" or "f1".
type fitted struct{ metric string }

func (w fitted) String() string { return "fitted, " + w.metric }

func (w fitted) draw(r *rand.Rand, l layout, rows int) [][]stats.Sample {
	p := newWords(r, l.pool, rows)
	said := make([][]stats.Sample, rows)
	for split := range l.splits {
		train, test := l.draw(r, split)
		for k, counts := range p.counts(p.learn(train), test) {
			said[k] = append(said[k], stats.Sample{Instances: test, Values: w.values(counts),
				Train: train})
		}
	}
	return said
}

// values are a learner's values for each test word: the share of wrong letters, or the pseudo-values of
// the F1 of kind 1.
func (w fitted) values(counts []float64) []float64 {
	if w.metric == "f1" {
		return stats.Jackknife(counts, 4, func(sum []float64) float64 {
			return 2 * sum[0] / (sum[1] + sum[2])
		})
	}
	v := make([]float64, len(counts)/4)
	for i := range v {
		v[i] = counts[4*i+3] / letters
	}
	return v
}

// onOneSplit returns the values of rows with fixed weights on n words: only the test set varies.
func (w fitted) onOneSplit(r *rand.Rand, n, rows int) (all [][]float64) {
	p := newWords(r, n, rows)
	weights, test := make([]float64, rows*own), make([]int, n)
	for k := range weights {
		weights[k] = 1
	}
	for i := range test {
		test[i] = i
	}
	for _, counts := range p.counts(weights, test) {
		all = append(all, w.values(counts))
	}
	return all
}

const letters, own = 3, 10

// Words are a pool of training and test instances.
type words struct {
	learners int
	features [][]float64 // of each word: letters × learners·own
	kinds    [][]float64 // −1 or 1, of each letter
}

// newWords draws n words. A word is hard or easy as a whole.
func newWords(r *rand.Rand, n, learners int) *words {
	p := &words{learners: learners}
	width := learners * own
	for range n {
		x, y := make([]float64, letters*width), make([]float64, letters)
		ease := 0.5 + r.Float64()
		for l := range y {
			y[l] = float64(2*r.IntN(2) - 1)
			for k := range width {
				x[l*width+k] = y[l]*ease/math.Sqrt(own) + r.NormFloat64()
			}
		}
		p.features, p.kinds = append(p.features, x), append(p.kinds, y)
	}
	return p
}

// learn returns the mean of a letter times its kind: the weights of all learners.
func (p *words) learn(train []int) []float64 {
	mean := make([]float64, p.learners*own)
	for _, i := range train {
		for l, y := range p.kinds[i] {
			for k := range mean {
				mean[k] += y * p.features[i][l*len(mean)+k]
			}
		}
	}
	return mean
}

// counts returns, for each learner and test word: letters correctly predicted as kind 1, predicted
// as kind 1, of kind 1, and wrong letters.
func (p *words) counts(weights []float64, test []int) [][]float64 {
	counts := make([][]float64, p.learners)
	for learner := range counts {
		counts[learner] = make([]float64, 4*len(test))
	}
	for n, i := range test {
		for l, y := range p.kinds[i] {
			features := p.features[i][l*len(weights):][:len(weights)]
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
