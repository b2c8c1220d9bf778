package stats

import (
	"math"
	"slices"
	"testing"
)

// TestComponentsOfKnownVariance: in worlds with known components of splits, of both seeds, of their
// interaction and of test instances, estimates are right on average, for all overlaps of test sets.
// The parts of the variance of the mean add up to that of the test. The variance of means of many
// worlds is about the same.
func TestComponentsOfKnownVariance(t *testing.T) {
	const worlds, splits, tunes, learners, words = 1200, 8, 3, 4, 40
	want := map[string]float64{"split": 0.04, "tune": 0.03, "learner": 0.02, "both": 0.02,
		"instance": 1.0 / words}
	for _, test := range []struct {
		name   string
		shift  int // test instances not shared with the previous split
		common float64
	}{{"the same test set", 0, 1},
		{"test sets that overlap", words / splits, 1 - (splits+1.)/3/splits},
		{"a test set each", words, 0}} {
		l := Layout{Sets: splits, Tests: test.common}
		random := pcg(5, 6)
		draw := func(name string) float64 { return math.Sqrt(want[name]) * random.NormFloat64() }
		sum, ofMean, squares := map[string]float64{}, 0.0, 0.0
		for range worlds {
			hard := make([]float64, words*(splits+1))
			for i := range hard {
				hard[i] = random.NormFloat64()
			}
			values, tests := make([][][]float64, splits), make([]Sample, splits)
			mean := 0.0
			for j := range splits {
				from := j * test.shift
				all := draw("split") + Summarize(hard[from:from+words]).Mean
				learner := make([]float64, learners)
				for k := range learner {
					learner[k] = draw("learner")
				}
				own := 0.0 // mean of the split
				for range tunes {
					tune := draw("tune")
					var row []float64
					for k := range learner {
						row = append(row, all+tune+learner[k]+draw("both"))
						own += row[k] / (tunes * learners)
					}
					values[j] = append(values[j], row)
				}
				for i := from; i < from+words; i++ {
					tests[j].Instances = append(tests[j].Instances, i)
					tests[j].Values = append(tests[j].Values,
						hard[i]-Summarize(hard[from:from+words]).Mean+own)
				}
				mean += own / splits
			}
			test := l.Test(tests, Prior{})
			c, m := l.Components(test, values, tests)
			for name, v := range map[string]float64{"split": c.Split, "tune": c.Tune,
				"learner": c.Learner, "both": c.Both, "instance": c.Instance} {
				sum[name] += v / worlds
			}
			all := m.Split + m.Tune + m.Learner + m.Both + m.Instance
			if math.Abs(all/test.Err/test.Err-1) > 1e-9 ||
				math.Abs(m.Tune*tunes*splits-c.Tune)+math.Abs(m.Learner*learners*splits-c.Learner)+
					math.Abs(m.Both*tunes*learners*splits-c.Both) > 1e-9 {
				t.Fatalf("%+v of %+v add up to %v, not to %v", m, c, all, test.Err*test.Err)
			}
			ofMean, squares = ofMean+all/worlds, squares+mean*mean/worlds
		}
		for name, v := range want {
			if math.Abs(sum[name]-v) > 0.1*v {
				t.Errorf("%s: %s %.4f on average, want %.4f", test.name, name, sum[name], v)
			}
		}
		if math.Abs(ofMean/squares-1) > 0.15 {
			t.Errorf("%s: the variance of means is estimated as %.4f and is %.4f", test.name, ofMean, squares)
		}
	}
}

// TestComponentsOfSharedTraining: the effect of a training set is the sum of its instances'
// effects, and training sets are drawn from one pool. The estimate is of the variance over other
// pools.
func TestComponentsOfSharedTraining(t *testing.T) {
	const worlds, splits, pool = 3000, 8, 40
	random := pcg(9, 6)
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
				for range 2 { // seeds
					means[j] = append(means[j], []float64{sum + random.NormFloat64()/2})
				}
			}
			l := Layout{Sets: splits, Training: float64(train) / pool, Tests: 1}
			c, _ := l.Components(l.Test(onTwo(means), Prior{}), means, nil)
			average += c.Split / worlds
		}
		if math.Abs(average-1) > 0.05 {
			t.Errorf("%d of %d to train: %.3f on average, want 1", train, pool, average)
		}
	}
}

// onTwo returns samples with the mean of each split on the same two instances.
func onTwo(values [][][]float64) (all []Sample) {
	for _, v := range values {
		m := Summarize(slices.Concat(v...)).Mean
		all = append(all, Sample{Instances: []int{0, 1}, Values: []float64{m, m}})
	}
	return all
}

func TestComponentsOfLittle(t *testing.T) {
	same := Layout{Sets: 2, Tests: 1}
	components := func(l Layout, values [][][]float64) (one, mean Components) {
		return l.Components(l.Test(onTwo(values), Prior{}), values, nil)
	}
	// with one seed per split, seeds and splits cannot be separated
	c, _ := components(same, [][][]float64{{{1}}, {{3}}})
	if math.Abs(c.Split-2) > 1e-12 || !math.IsNaN(c.Tune) {
		t.Errorf("a seed for each split: %+v", c)
	}
	values := []float64{1, 3}
	c, mean := Layout{Sets: 1}.Components(CorrectedT(values, 0), [][][]float64{{{1}, {3}}},
		[]Sample{{Instances: []int{0, 1, 2}, Values: []float64{1, math.NaN(), 3}}})
	if !math.IsNaN(c.Split) || math.Abs(c.Tune-2) > 1e-12 || math.Abs(c.Instance-1) > 1e-12 ||
		mean.Instance != c.Instance {
		t.Errorf("one split: %+v, mean %+v", c, mean)
	}
	c, _ = components(same, [][][]float64{{{1}, {3}}, {{2}, {4}}})
	if math.Abs(c.Split+0.5) > 1e-12 {
		t.Errorf("splits with smaller differences than seeds: %+v", c)
	}
	c, _ = components(Layout{Sets: 2, Training: 1, Tests: 1}, [][][]float64{{{1}}, {{3}}})
	if !math.IsNaN(c.Split) {
		t.Errorf("one training set: %+v", c)
	}
}

// TestComponentsOfCrossValidation: the parts add up to the variance of the test, of one fit with the
// correlation n_test/(n_test + n_train) and of the mean.
func TestComponentsOfCrossValidation(t *testing.T) {
	l := Layout{Sets: 4, Training: 2. / 3, Ratio: 0.25}
	values := [][][]float64{{{1}, {2}}, {{3}, {4}}, {{2}, {1}}, {{6}, {5}}}
	var tests []Sample
	for j, v := range values {
		m := (v[0][0] + v[1][0]) / 2
		tests = append(tests, Sample{Instances: []int{2 * j, 2*j + 1}, Values: []float64{m - 0.5, m + 0.5}})
	}
	test := l.Test(tests, Prior{})
	one, mean := l.Components(test, values, tests)
	s2 := square(std([]float64{1.5, 3.5, 1.5, 5.5}, 3))
	if math.Abs(one.Instance-0.25) > 1e-12 || one.Tune != 0.5 || math.Abs(one.Split-(1.25*s2-0.25-0.25)) > 1e-12 {
		t.Errorf("one fit: %+v", one)
	}
	if math.Abs(mean.Split+mean.Tune+mean.Instance-test.Err*test.Err) > 1e-12 ||
		math.Abs(mean.Instance-0.25/4) > 1e-12 || mean.Tune != 0.5/8 {
		t.Errorf("mean: %+v, error %v", mean, test.Err)
	}
}
