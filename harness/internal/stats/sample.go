package stats

import "math"

// A Sample holds the results of one split: a number for each of its test instances.
type Sample struct {
	Instances []int // ≥ 0, the same number for the same instance in every split
	Values    []float64
	Sizes     []float64 // test instances behind each value, if it is a group's; nil: one each
	// training instances among all tested instances; nil if unknown
	Train []int
}

// tested are the distinct test instances, by their numbers.
type tested struct {
	adds  []float64 // effect on the mean as a test instance; NaN if not tested
	count float64   // number of tested instances
}

// addends returns the contribution of each instance, over all splits, to the deviation from the
// mean.
func addends(splits []Sample, mean float64) tested {
	n := 0
	for _, s := range splits {
		for _, i := range s.Instances {
			n = max(n, i+1)
		}
	}
	t := tested{adds: make([]float64, n)}
	for i := range t.adds {
		t.adds[i] = math.NaN()
	}
	for _, s := range splits {
		w := 1 / float64(len(splits)*len(s.Values))
		for k, i := range s.Instances {
			if math.IsNaN(t.adds[i]) {
				t.adds[i] = 0
				t.count++
			}
			t.adds[i] += w * (s.Values[k] - mean)
		}
	}
	return t
}

// roles returns the covariance of the instances' effects as test and as training instances. known
// is false if a sample does not list its training instances.
func (t *tested) roles(splits []Sample, means []float64, mean float64) (c float64, known bool) {
	for j, s := range splits {
		if s.Train == nil {
			return 0, false
		}
		adds := 0.0
		for _, i := range s.Train {
			if t.has(i) {
				adds += t.adds[i]
			}
		}
		c += (means[j] - mean) * adds
	}
	return c / float64(len(splits)-1), true
}

func (t *tested) has(i int) bool { return i < len(t.adds) && !math.IsNaN(t.adds[i]) }
