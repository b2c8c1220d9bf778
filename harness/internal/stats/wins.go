package stats

import "math"

// Ahead returns, for each test instance of one split, 1 if loss a is less than b, 0 if it is more,
// and ½ if they are equal within [Tolerance]. It is NaN if either loss is.
//
// The mean is the paired form of P(A<B) + P(A=B)/2 (Vargha & Delaney 2000, for independent
// samples). As a mean over instances it has the intervals of [Layout.Test]. a and b
// are of one length and are not changed. O(n).
func Ahead(a, b []float64) []float64 {
	within, ahead := Tolerance(a, b), make([]float64, len(a))
	for i := range a {
		switch d := Minus(a[i], b[i], within); {
		case math.IsNaN(d):
			ahead[i] = math.NaN()
		case d < 0:
			ahead[i] = 1
		case d > 0:
			ahead[i] = 0
		default:
			ahead[i] = 0.5
		}
	}
	return ahead
}
