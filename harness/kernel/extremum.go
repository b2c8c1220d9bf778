package kernel

import "math"

// Min returns the least entry, NaN if there is one, +Inf if v is empty; a zero is +0. O(len),
// without allocation.
func Min(v []float64) float64 {
	inf := math.Inf(1)
	m0, m1, m2, m3 := inf, inf, inf, inf // four independent minima, so that they overlap
	for ; len(v) >= 4; v = v[4:] {
		m0 = min(m0, v[0])
		m1 = min(m1, v[1])
		m2 = min(m2, v[2])
		m3 = min(m3, v[3])
	}
	for _, a := range v {
		m0 = min(m0, a)
	}
	return min(m0, m1, m2, m3) + 0
}

// Max returns the largest entry, NaN if there is one, −Inf if v is empty; a zero is +0. O(len),
// without allocation.
func Max(v []float64) float64 {
	// Minima of floats compile to code without branches; maxima need twice as much code.
	inf := math.Inf(1)
	m0, m1, m2, m3 := inf, inf, inf, inf
	for ; len(v) >= 4; v = v[4:] {
		m0 = min(m0, -v[0])
		m1 = min(m1, -v[1])
		m2 = min(m2, -v[2])
		m3 = min(m3, -v[3])
	}
	for _, a := range v {
		m0 = min(m0, -a)
	}
	return -min(m0, m1, m2, m3) + 0
}
