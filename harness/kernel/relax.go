package kernel

import "math"

// Relax lowers dst[j] to base − s[j] − v[j] where this is less, and sets from[j] to r there. It
// returns the least entry of dst and its first place, −1 if none is below +Inf. All have the same
// length, and no difference is NaN. O(len), without allocation.
func Relax(dst, s, v []float64, from []int64, base float64, r int64) (least float64, at int) {
	n, full := len(dst), 0
	s, v, from = s[:n], v[:n], from[:n]
	if least, at = math.Inf(1), -1; wide && n >= 8 {
		full = n / 8 * 8
		least, at = relaxAVX2(&dst[0], &s[0], &v[0], &from[0], n/8, base, r)
	}
	for j := full; j < n; j++ {
		if d := base - s[j] - v[j]; d < dst[j] {
			dst[j], from[j] = d, r
		}
		if dst[j] < least {
			least, at = dst[j], j
		}
	}
	return least, at
}
