package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// A rotationOf effects is a rotation with one training fold. Its values are effects of splits, of
// instances and of both, with known shares of the variance of the mean. The shares of real learners
// are unknown.
type rotationOf struct {
	folds, size int
	splits      float64 // share of splits in the variance without interactions
	both        float64
	roles       float64 // correlation of the effects of a split and of its training fold
	// Student's t with three degrees of freedom in place of the normal distribution
	heavy bool
}

func (l rotationOf) String() string {
	tails := "normal"
	if l.heavy {
		tails = "heavy"
	}
	return fmt.Sprintf("%d folds of %d | %.1f | %.1f | %.1f | %s", l.folds, l.size, l.splits,
		l.both, l.roles, tails)
}

// draw returns the values, with mean 0. Without covariances, the variance of their mean is 1.
func (l rotationOf) draw(r *rand.Rand) []stats.Sample {
	noise := r.NormFloat64
	if l.heavy {
		noise = func() float64 {
			x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
			return r.NormFloat64() / math.Sqrt(x*x+y*y+z*z)
		}
	}
	j, n := float64(l.folds), float64(l.folds*l.size)
	ofSplit, ofInstance := math.Sqrt(l.splits*(1-l.both)*j), math.Sqrt((1-l.splits)*(1-l.both)*n)
	ofBoth := math.Sqrt(l.both * n * (j - 1))
	splits, instances := make([]float64, l.folds), make([]float64, l.folds*l.size)
	samples := make([]stats.Sample, l.folds)
	for f := range splits {
		fold := 0.0
		for k := range l.size {
			i, x := f*l.size+k, noise()
			instances[i] = ofInstance * x
			samples[f].Train = append(samples[f].Train, i)
			fold += x / math.Sqrt(float64(l.size))
		}
		splits[f] = ofSplit * (l.roles*fold + math.Sqrt(1-l.roles*l.roles)*noise())
	}
	for f := range samples {
		for i, x := range instances {
			if i/l.size != f {
				samples[f].Instances = append(samples[f].Instances, i)
				samples[f].Values = append(samples[f].Values, splits[f]+x+ofBoth*noise())
			}
		}
	}
	return samples
}

// TestLevelOfEffects: for all shares of splits, instances and interactions, and with heavy tails, a
// rotation rejects a true mean of 0 in at most 6 % of repetitions. It does so in at least 2 %,
// unless the interaction is large.
func TestLevelOfEffects(t *testing.T) {
	n := repetitions(40)
	slack := simulated(n)
	for _, size := range [][2]int{{3, 20}, {3, 100}, {5, 12}, {10, 30}, {40, 5}} {
		for _, splits := range []float64{0, 0.1, 0.5, 0.9, 1} {
			for _, both := range []float64{0, 0.3} {
				for _, heavy := range []bool{false, true} {
					l := rotationOf{folds: size[0], size: size[1], splits: splits, both: both,
						roles: 0.3, heavy: heavy}
					found := make([]stats.Test, n)
					repeat(n, func(seed uint64) {
						d := l.draw(pcg(seed, 5))
						found[seed] = rotated("train-one", l.folds, l.size).test(d)
					})
					t.Logf("| %s | %.3f |", l, share(found))
					least := 0.02
					if both > 0 {
						least = 0
					}
					if share(found) > 0.06+slack || share(found) < least-slack {
						t.Errorf("%s: level %.3f", l, share(found))
					}
				}
			}
		}
	}
}
