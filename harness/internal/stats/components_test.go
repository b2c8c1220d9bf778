package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestVarianceComponents: estimates from worlds with known components are right on average, for all
// overlaps of test sets.
func TestVarianceComponents(t *testing.T) {
	const worlds, splits, seeds, words = 400, 8, 3, 40
	want := map[string]float64{"split": 0.04, "seed": 0.01, "instance": 1.0 / words}
	for _, test := range []struct {
		name   string
		shift  int // test instances not shared with the previous split
		within float64
	}{{"the same test set", 0, 0.05}, {"test sets that overlap", words / splits, 0.1},
		{"a test set each", words, 0.1}} {
		random := rand.New(rand.NewPCG(5, 6))
		sum := map[string]float64{}
		for range worlds {
			hard := make([]float64, words*(splits+1))
			for i := range hard {
				hard[i] = random.NormFloat64()
			}
			var values [][][]float64
			var tests []Sample
			for j := range splits {
				s, split := Sample{}, 0.2*random.NormFloat64()
				average := 0.0
				var m [][]float64
				for range seeds {
					m = append(m, []float64{0.1 * random.NormFloat64()})
					average += m[len(m)-1][0] / seeds
				}
				all := 0.0
				for i := j * test.shift; i < j*test.shift+words; i++ {
					s.Instances, s.Values = append(s.Instances, i),
						append(s.Values, hard[i]+split+average)
					all += hard[i] / words
				}
				for k := range m {
					m[k][0] += all + split
				}
				values, tests = append(values, m), append(tests, s)
			}
			c := VarianceComponents(values, tests, 0)
			for name, v := range map[string]float64{"split": c.Split, "seed": c.Tune,
				"instance": c.Instance} {
				sum[name] += v / worlds
			}
		}
		for name, v := range want {
			if math.Abs(sum[name]-v) > test.within*v {
				t.Errorf("%s: %s %.4f on average, want %.4f", test.name, name, sum[name], v)
			}
		}
	}
}

// TestVarianceComponentsOfSharedTraining: the effect of a training set is the sum of its instances'
// effects, and training sets are drawn from one pool. The estimate is of the variance over other
// pools.
func TestVarianceComponentsOfSharedTraining(t *testing.T) {
	const worlds, splits, pool = 3000, 8, 40
	random := rand.New(rand.NewPCG(9, 6))
	for _, train := range []int{8, 20, 32} {
		average := 0.0
		for range worlds {
			effect := make([]float64, pool)
			for i := range effect {
				effect[i] = random.NormFloat64() / math.Sqrt(float64(train))
			}
			means := make([][][]float64, splits)
			for j := range means {
				sum := 0.0
				for _, i := range random.Perm(pool)[:train] {
					sum += effect[i]
				}
				means[j] = [][]float64{{sum}}
			}
			average += VarianceComponents(means, nil, float64(train)/pool).Split / worlds
		}
		if math.Abs(average-1) > 0.05 {
			t.Errorf("%d of %d to train: %.3f on average, want 1", train, pool, average)
		}
	}
}

func TestVarianceComponentsOfLittle(t *testing.T) {
	// with one seed per split, seeds and splits cannot be separated
	c := VarianceComponents([][][]float64{{{1}}, {{3}}}, nil, math.NaN())
	if math.Abs(c.Split-2) > 1e-12 || !math.IsNaN(c.Tune) || !math.IsNaN(c.Instance) {
		t.Errorf("a seed for each split: %+v", c)
	}
	c = VarianceComponents([][][]float64{{{1}, {3}}},
		[]Sample{{Instances: []int{0, 1, 2}, Values: []float64{1, math.NaN(), 3}}}, 0)
	if !math.IsNaN(c.Split) || math.Abs(c.Tune-2) > 1e-12 || math.Abs(c.Instance-1) > 1e-12 {
		t.Errorf("one split: %+v", c)
	}
	c = VarianceComponents([][][]float64{{{1}, {3}}, {{3}, {1}}}, nil, 0)
	if math.Abs(c.Split+1) > 1e-12 {
		t.Errorf("splits with smaller differences than seeds: %+v", c)
	}
	c = VarianceComponents([][][]float64{{{1}}, {{3}}}, nil, 1)
	if !math.IsNaN(c.Split) {
		t.Errorf("one training set: %+v", c)
	}
}
