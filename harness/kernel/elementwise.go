package kernel

// few is the length from which assembly is faster than plain Go.
const few = 4

// Multiply multiplies dst by v, entry by entry; both have the same length. O(len), without
// allocation.
func Multiply(dst, v []float64) {
	v = v[:len(dst)]
	for i := range dst {
		dst[i] *= v[i]
	}
}

// Divide sets dst to u divided by v, entry by entry; all have the same length. O(len), without
// allocation.
func Divide(dst, u, v []float64) {
	u, v = u[:len(dst)], v[:len(dst)]
	for i := range dst {
		dst[i] = u[i] / v[i]
	}
}

// Scale multiplies dst by a. O(len), without allocation.
func Scale(dst []float64, a float64) {
	for i := range dst {
		dst[i] *= a
	}
}

// AddScaled adds a·v to dst; v may be longer. O(len(dst)), without allocation.
func AddScaled(dst []float64, a float64, v []float64) {
	v = v[:len(dst)]
	for i := range dst {
		dst[i] += float64(a * v[i])
	}
}

// AddFour adds a·((p+q)+(r+s)) to dst; all have the same length. O(len), without allocation.
func AddFour(dst []float64, a float64, p, q, r, s []float64) {
	n := len(dst)
	p, q, r, s = p[:n], q[:n], r[:n], s[:n]
	for i := range dst {
		dst[i] += float64(a * ((p[i] + q[i]) + (r[i] + s[i])))
	}
}
