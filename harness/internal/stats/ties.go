package stats

import (
	"math"
	"slices"
)

// Tolerance returns the largest distance at which numbers count as equal: 1e-12 of the largest finite
// |value|. Averages of equal losses may differ by rounding. Signs, zeros and ties use it.
// O(values).
func Tolerance(values ...[]float64) float64 {
	largest := 0.0
	for _, v := range values {
		for _, x := range v {
			if finite(x) {
				largest = max(largest, math.Abs(x))
			}
		}
	}
	return 1e-12 * largest
}

// Minus returns a − b, or 0 if it is within the tolerance.
func Minus(a, b, within float64) float64 {
	if d := a - b; !(math.Abs(d) <= within) {
		return d
	}
	return 0
}

// Equal reports whether two rows have the same values on the same instances of all splits, within
// the tolerance, and lack the same. Without values they do not. O(values).
func Equal(a, b []Sample) bool {
	return len(a) > 0 && slices.EqualFunc(a, b, func(x, y Sample) bool {
		within := Tolerance(x.Values, y.Values)
		return slices.Equal(x.Instances, y.Instances) &&
			slices.EqualFunc(x.Values, y.Values, func(v, w float64) bool {
				return Minus(v, w, within) == 0 || !finite(v) && !finite(w)
			})
	})
}
