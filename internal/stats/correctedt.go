package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// CorrectedT is the corrected resampled t test (Nadeau & Bengio 2003, §3.2) of
// the mean of differences, one per split of the same data. Because the training
// sets of the splits overlap, the variance of the mean is taken as
// (1/J + ratio)·s² for J splits instead of s²/J, with ratio = n_test/n_train, n_train
// being all that is learned from; P is from Student's t with J−1 degrees of freedom.
//
// P is NaN for J < 2, and also where all differences are equal and not zero:
// they give no estimate of the variance. All zero gives 1.
func CorrectedT(diff []float64, ratio float64) Test {
	s := Summarize(diff)
	t := Test{N: s.N, Effect: s.Mean, P: math.NaN()}
	const rounding = 1e-12
	switch {
	case s.N < 2:
		t.Floor = 1
	case s.Min == 0 && s.Max == 0:
		t.P = 1
	case s.Std > rounding*math.Abs(s.Mean):
		variance := (1/float64(s.N) + ratio) * s.Std * s.Std
		t.P = twoSidedT(s.Mean/math.Sqrt(variance), s.N-1)
	}
	return t
}

func twoSidedT(t float64, df int) float64 {
	dist := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(df)}
	return math.Min(1, 2*dist.Survival(math.Abs(t)))
}
