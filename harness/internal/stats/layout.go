package stats

// A Method is a test of the mean difference of two learners on one dataset.
type Method int

// The methods of [MethodOf].
const (
	NoMethod      Method = iota
	FlippedSigns         // [FlipPairs]
	CorrectedMean        // [CorrectedT]
	CrossedMean          // training sets and test instances vary
)

// SameTraining is the smallest overlap of training sets for [CorrectedT] on splits with disjoint
// test sets. Below it, CrossedMean is used.
const SameTraining = 0.5

// MethodOf returns the method for splits with sets different training sets. Splits with the same
// training set count as one. training is the share of instances a training set has in common with
// that of a different split, averaged over pairs of splits. tests is the same share of test sets.
//
// [CorrectedT] has no term for instances tested by several splits, so it needs tests = 0. Two
// training sets are too few to estimate their variance. Training sets with equal instances
// (training = 1) but different labels have no method either. NaN, for unknown, gives NoMethod if it
// matters. docs/statistics.md has the table of layouts.
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
