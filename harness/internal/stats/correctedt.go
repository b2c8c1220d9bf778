package stats

import "math"

// CorrectedT is the corrected resampled t test (Nadeau & Bengio 2003, §3.2) of
// the mean of differences, one per split of the same data. Because the training
// sets of the splits overlap, the variance of the mean is taken as
// (1/J + ratio)·s² for J splits instead of s²/J, with ratio = n_test/n_train, n_train
// being all that is learned from; P is from Student's t with J−1 degrees of freedom.
// A ratio of 0 is the ordinary paired t test.
//
// The ratio stands for a correlation n_test/(n_test+n_train) of the splits, and so for
// training sets that are nearly the same. Where they share less than half of their instances
// it finds next to nothing: see [Crossed].
//
// P is NaN for J < 2, and also where all differences are equal and not zero:
// they give no estimate of the variance. All zero gives 1.
func CorrectedT(diff []float64, ratio float64) Test {
	s := Summarize(diff)
	t := Test{N: s.N, Effect: s.Mean, P: math.NaN(), Err: math.NaN()}
	if s.N < 2 {
		t.Floor = 1
		return t
	}
	t.decide((1/float64(s.N)+ratio)*s.Std*s.Std, float64(s.N-1))
	return t
}
