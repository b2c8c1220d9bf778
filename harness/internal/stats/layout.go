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

// SameTraining is the smallest overlap of training sets where [CorrectedT] tests splits with
// disjoint test sets. Below it [Crossed] does.
const SameTraining = 0.5

// MethodOf returns the method for splits with so many different training sets. Splits with the same
// training set count as one. training is the share of its instances a training set has in common
// with the training set of another split, averaged over pairs of splits. tests is the same share of
// test sets.
//
// [CorrectedT] has no term for instances tested by several splits, so it needs tests = 0. Between
// two training sets nothing is known of their variance. Training sets with equal instances
// (training = 1) but different labels have no method either. NaN, for unknown, gives NoMethod where
// it matters. docs/statistics.md has the table of layouts.
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
