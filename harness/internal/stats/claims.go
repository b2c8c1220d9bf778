package stats

import "math"

// A Verdict is what an interval shows about a claim, or about a published number.
type Verdict string

const (
	Holds    Verdict = "holds"
	Reversed Verdict = "reversed"
	Level    Verdict = "level"              // the difference is smaller than the margin
	Unequal  Verdict = "unequal, size open" // the difference is not 0, and may be within the margin
	Open     Verdict = "open"

	NotRun Verdict = "not run" // there are no results

	// Verdicts on a number, also Open.
	Agrees  Verdict = "agrees"  // the difference is shown to be within the margin
	Differs Verdict = "differs" // the difference is significant
)

// OrderVerdict judges the claim A < B by an interval for A − B. small reports whether the whole
// interval lies within ± margin. A margin of 0 or NaN is none: nothing is then level or small.
//
// Take one simultaneous interval per claim of a family: [Flips.Interval] on one split, else
// [Test.Interval] at level 1 − α/m for m claims.
func OrderVerdict(low, high, margin float64) (v Verdict, small bool) {
	small = -margin < low && high < margin
	switch {
	case high < 0:
		return Holds, small
	case low > 0:
		return Reversed, small
	case small:
		return Level, small
	}
	return Open, false
}

// EqualVerdict judges the claim A = B, up to the margin, by an interval for A − B.
func EqualVerdict(low, high, margin float64) Verdict {
	switch {
	case -margin < low && high < margin:
		return Holds
	case low > 0 || high < 0:
		if margin >= 0 && (low > margin || high < -margin) {
			return Reversed
		}
		return Unequal
	}
	return Open
}

// BestVerdict judges the claim that a row is best by the verdicts of its pairs: it holds if all of
// them do, and is reversed if any of them is.
func BestVerdict(pairs []Verdict) Verdict {
	best := Holds
	for _, v := range pairs {
		switch {
		case v == Reversed:
			return Reversed
		case v == Level || v == Open && best == Holds:
			best = v
		}
	}
	return best
}

// MarkedInterval returns the interval to print for a pair that a step-down test marks. Where the
// wider single-step interval contains 0, its end on the far side is 0.
func MarkedInterval(effect, low, high float64) (float64, float64) {
	if effect > 0 {
		return math.Max(low, 0), high
	}
	return low, math.Min(high, 0)
}

// Skewed reports whether a test of n differences needs a warning: the sample skewness is above 1 for
// n up to 60, and above √(n/60) for more. Sign flips test symmetry, and Student's t needs a normal
// mean. O(n).
func Skewed(diff []float64) bool {
	centre, n := mean(diff), float64(len(diff))
	square, cube := 0.0, 0.0
	for _, x := range diff {
		d := x - centre
		square += d * d / n
		cube += d * d * d / n
	}
	return math.Abs(cube) > math.Sqrt(max(1, n/60))*math.Pow(square, 1.5)
}
