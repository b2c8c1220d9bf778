package stats

import "math"

// Ahead returns, of each test instance of one split, 1 where loss a is less than b, 0 where it is
// more, and ½ where they are equal: within 1e-12 of the largest of all, as averages of equal losses
// may differ by so much. NaN where one of them is. Its mean is the paired form of P(A<B) + P(A=B)/2
// (Vargha & Delaney 2000, where the two are independent), and as it is a mean over instances
// [Crossed] and [CorrectedT] have its interval. a and b are of one length and are not changed.
// O(n).
func Ahead(a, b []float64) []float64 {
	largest := 0.0
	for i := range a {
		if finite(a[i]) && finite(b[i]) {
			largest = max(largest, math.Abs(a[i]), math.Abs(b[i]))
		}
	}
	ahead := make([]float64, len(a))
	for i := range a {
		switch d := a[i] - b[i]; {
		case math.IsNaN(d):
			ahead[i] = math.NaN()
		case d < -1e-12*largest:
			ahead[i] = 1
		case d > 1e-12*largest:
			ahead[i] = 0
		default:
			ahead[i] = 0.5
		}
	}
	return ahead
}
