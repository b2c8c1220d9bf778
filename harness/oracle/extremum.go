package oracle

import "math"

// minOf returns the least entry, NaN where there is one, +Inf of nothing. Four
// minima are under way at a time.
func minOf(v []float64) float64 {
	inf := math.Inf(1)
	m0, m1, m2, m3 := inf, inf, inf, inf
	for ; len(v) >= 4; v = v[4:] {
		m0 = min(m0, v[0])
		m1 = min(m1, v[1])
		m2 = min(m2, v[2])
		m3 = min(m3, v[3])
	}
	for _, a := range v {
		m0 = min(m0, a)
	}
	return min(m0, m1, m2, m3)
}

// maxOf returns the largest entry, NaN where there is one, -Inf of nothing.
func maxOf(v []float64) float64 {
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
	return -min(m0, m1, m2, m3)
}

// argmin returns the first index of the least entry and that entry; where that
// is NaN, index 0.
func argmin(v []float64) (int32, float64) {
	least := minOf(v)
	for j, a := range v {
		if a == least {
			return int32(j), least
		}
	}
	return 0, least
}
