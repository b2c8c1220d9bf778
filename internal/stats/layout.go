package stats

// A Method is how the mean difference of two learners on one dataset is tested.
type Method int

// The methods of [MethodOf].
const (
	NoMethod      Method = iota
	FlippedSigns         // [SignFlip], [MaxT]
	CorrectedMean        // [CorrectedT]
	CrossedMean          // [Crossed]
)

// SameTraining is the overlap of training sets from which on [CorrectedT] tests splits with
// disjoint test sets. Below it [Crossed] does.
const SameTraining = 0.5

// MethodOf returns the method for splits with so many different training sets. Splits with the same
// training set count as one. training and tests are the shares of its instances that a training set,
// and a test set, has in common with that of another split, averaged over pairs of splits.
//
// [CorrectedT] has no term for instances that several splits test, so it needs tests = 0. Between two
// training sets nothing is known of their variance. Training sets that are all alike (training = 1),
// but differ in their labels, have no method either. NaN, for unknown, gives NoMethod where it matters.
// docs/statistics.md has the table of layouts.
func MethodOf(sets int, training, tests float64) Method {
	switch {
	case sets == 1:
		return FlippedSigns
	case sets == 2 || !(training < 1):
		return NoMethod
	case training < SameTraining || tests > 0:
		return CrossedMean
	case tests == 0:
		return CorrectedMean
	}
	return NoMethod
}
