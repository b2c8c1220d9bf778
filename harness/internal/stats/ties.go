package stats

import "math"

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
