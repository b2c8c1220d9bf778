package stats

import (
	"math"
	"slices"
)

// A Verdict is what tests show about a claim, or about a published number.
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

// OrderVerdict judges the claim A < B. sign is that of A − B, 0 if no difference is shown. within
// reports whether the difference is shown to be smaller than the margin.
func OrderVerdict(sign int, within bool) Verdict {
	switch {
	case sign < 0:
		return Holds
	case sign > 0:
		return Reversed
	case within:
		return Level
	}
	return Open
}

// EqualVerdict judges the claim A = B, up to a margin. sign and within are those of [OrderVerdict].
// beyond reports whether the difference is shown to be larger than the margin.
func EqualVerdict(sign int, within, beyond bool) Verdict {
	switch {
	case within:
		return Holds
	case sign != 0 && beyond:
		return Reversed
	case sign != 0:
		return Unequal
	}
	return Open
}

// BestVerdict judges the claim that a row is best by the verdicts of its pairs, or a claim about
// all choices by those under each: it holds if all of them do, and is reversed if any of them is.
func BestVerdict(pairs []Verdict) Verdict {
	worst := []Verdict{Holds, NotRun, Open, Unequal, Level, Reversed} // each outweighs earlier ones
	at := 0
	for _, v := range pairs {
		at = max(at, slices.Index(worst, v))
	}
	return worst[at]
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
