package stats

import (
	"math"
	"slices"
)

// Components splits a variance by its sources: the training set, the seeds, the test instances. A
// component is NaN if the design cannot estimate it.
type Components struct {
	Split float64
	SeedComponents
	Instance float64
}

// Components returns the parts of the variance of one fit's result, and those of the variance of the
// row's mean. t is the test of this mean. values has, for each split, the values of its seeds in the
// form of [CrossedSeeds]. tests has the values of its test instances, averaged over seeds; nil if
// they are not known.
//
// The parts of the mean add up to the square of t.Err. Test instances have their part of t.Sources,
// and what varies by training set and instance together. In cross-validation their part is
// mean_j s²(tests_j)/n_j. Training sets have what seeds and instances leave. That is negative if
// splits happen to differ by less than seeds explain. Effects of one seed on different splits count
// as independent. On one split, t.Err is of test instances alone. O(values).
func (l Layout) Components(t Test, values [][][]float64, tests []Sample) (one, mean Components) {
	nan, j, n := math.NaN(), float64(len(values)), float64(t.N)
	one = Components{nan, CrossedSeeds(values), nan}
	tune, learner, both, seeds := 0.0, 0.0, 0.0, 0.0
	for _, v := range values {
		t, l := float64(len(v)), float64(len(v[0]))
		tune, learner, both = tune+1/(t*j*j), learner+1/(l*j*j), both+1/(t*l*j*j)
	}
	mean = Components{nan, SeedComponents{one.Tune * tune, one.Learner * learner,
		one.Both * both}, nan}
	for _, part := range []float64{mean.Tune, mean.Learner, mean.Both} {
		if finite(part) {
			seeds += part
		}
	}
	if len(tests) > 0 {
		one.Instance = 0
	}
	for _, s := range tests {
		known := slices.DeleteFunc(slices.Clone(s.Values), math.IsNaN)
		one.Instance += square(Summarize(known).Std) / float64(len(known)*len(tests))
	}
	variance := t.Err * t.Err
	switch {
	case math.IsNaN(variance):
		return one, mean
	case l.Sets == 1:
		one.Instance = variance
		return one, Components{nan, SeedComponents{nan, nan, nan}, variance}
	case l.corrected():
		one.Split = t.Sources.Training - seeds*n
		mean.Instance = one.Instance / n
		if len(tests) > 0 {
			one.Split -= one.Instance
		}
	default:
		one.Split = t.Sources.Training - seeds*n/(1-l.Training)
		one.Instance = t.Sources.Tests + t.Sources.Both
		mean.Instance = (t.Sources.Tests*(1+(n-1)*l.Tests) + t.Sources.Both) / n
	}
	if mean.Split = variance - seeds; !math.IsNaN(mean.Instance) {
		mean.Split -= mean.Instance
	}
	return one, mean
}
