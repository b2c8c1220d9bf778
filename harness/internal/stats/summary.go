package stats

import (
	"math"
	"slices"
)

// A Summary describes a sample. Fields undefined for its size are NaN.
type Summary struct {
	N    int
	Mean float64
	Std  float64 // with n−1
}

// Summarize returns the summary of v. It computes mean and standard deviation in two passes, so a
// large common offset does no harm. O(n).
func Summarize(v []float64) Summary {
	nan := math.NaN()
	s := Summary{N: len(v), Mean: nan, Std: nan}
	if s.N == 0 {
		return s
	}
	s.Mean = mean(v)
	if s.N > 1 {
		s.Std = std(v, s.Mean)
	}
	return s
}

// Median returns the median of v, the mean of the middle two for even n, and
// NaN for none. v is not changed. O(n log n).
func Median(v []float64) float64 {
	n := len(v)
	if n == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(v))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Quantile returns the q-quantile of v, 0 ≤ q ≤ 1: the sorted value at position q·(n−1), from 0,
// interpolated linearly between neighbours (definition 7 of Hyndman and Fan 1996), and NaN for
// none. v is not changed. O(n log n).
func Quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(v))
	at := q * float64(len(v)-1)
	lo := min(int(at), len(v)-1)
	hi := min(lo+1, len(v)-1)
	return sorted[lo] + (at-float64(lo))*(sorted[hi]-sorted[lo])
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	m := sum / float64(len(v))
	rest := 0.0 // the rounding error of the first pass
	for _, x := range v {
		rest += x - m
	}
	return m + rest/float64(len(v))
}

func square(x float64) float64 { return x * x }

func std(v []float64, mean float64) float64 {
	return math.Sqrt(squaresAbout(v, mean) / float64(len(v)-1))
}

func squaresAbout(v []float64, about float64) (sum float64) {
	for _, x := range v {
		sum += (x - about) * (x - about)
	}
	return sum
}

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
