package stats

import "math"

// CorrectedT is the corrected resampled t test (Nadeau & Bengio 2003, §3.2) of the mean of
// differences, one per split of the same data. Since the training sets overlap, the variance of the
// mean is (1/J + ratio)·s² for J splits instead of s²/J, with ratio = n_test/n_train and n_train
// the number of all training instances. P is from Student's t with J−1 degrees of freedom. A ratio
// of 0 is the ordinary paired t test.
//
// The ratio corresponds to a correlation n_test/(n_test+n_train) of the splits, for training sets
// that are nearly equal. If they share less than half of their instances, the test has almost no
// power: see [Layout.Test].
//
// P is NaN for J < 2, and if all differences are equal and not zero: they give no estimate of the
// variance. If all are zero, P is 1.
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
