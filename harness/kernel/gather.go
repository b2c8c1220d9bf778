package kernel

// In the functions below, w holds a vector of s weights for each feature: w_j is w[j·s:][:s]. A
// row of features is a list of their numbers, a list of numbers and values, or the values of
// all features.

// GatherIndexed fills dst (s) with Σ_j w_j over the features in index, four at a time: each
// four are added as (p+q)+(r+t). It panics if a number is out of range. O(len(index)·s),
// without allocation.
func GatherIndexed(dst, w []float64, index []int32) {
	s := len(dst)
	if wide && s >= 4 && len(index) > 0 {
		if gatherIndexedAVX2(&dst[0], &w[0], s, &index[0], len(index), len(w)/s) {
			panic(outOfRange)
		}
		return
	}
	w = w[:len(w):len(w)] // so that indices beyond the length panic
	clear(dst)
	for ; len(index) >= 4; index = index[4:] {
		p, q := w[int(index[0])*s:][:s], w[int(index[1])*s:][:s]
		r, t := w[int(index[2])*s:][:s], w[int(index[3])*s:][:s]
		for k := range dst {
			dst[k] += (p[k] + q[k]) + (r[k] + t[k])
		}
	}
	for _, j := range index {
		for k, v := range w[int(j)*s:][:s] {
			dst[k] += v
		}
	}
}

// GatherValued fills dst (s) with Σ_i value[i]·w_j, j = index[i], one after the other. It
// panics if a number is out of range. O(len(index)·s), without allocation.
func GatherValued(dst, w []float64, index []int32, value []float32) {
	s := len(dst)
	value = value[:len(index)]
	if wide && s >= 4 && len(index) > 0 {
		if gatherValuedAVX2(&dst[0], &w[0], s, &index[0], &value[0], len(index), len(w)/s) {
			panic(outOfRange)
		}
		return
	}
	w = w[:len(w):len(w)] // so that indices beyond the length panic
	clear(dst)
	for i, j := range index {
		AddScaled(dst, float64(value[i]), w[int(j)*s:])
	}
}

// GatherDense fills dst (s) with Σ_j row[j]·w_j, four at a time: each four are added as
// (p+q)+(r+t). O(len(row)·s), without allocation.
func GatherDense(dst, w []float64, row []float32) {
	s := len(dst)
	w = w[:len(row)*s]
	switch {
	case s == 1:
		dst[0] = gatherOne(w, row)
		return
	case s == 2:
		gatherTwo(dst, w, row)
		return
	case wide && s >= 4 && len(row) > 0:
		gatherDenseAVX2(&dst[0], &w[0], s, &row[0], len(row))
		return
	}
	clear(dst)
	for ; len(row) >= 4; row, w = row[4:], w[4*s:] {
		a, b, c, d := float64(row[0]), float64(row[1]), float64(row[2]), float64(row[3])
		p, q, r, t := w[:s], w[s:2*s], w[2*s:3*s], w[3*s:4*s]
		for k := range dst {
			dst[k] += (float64(a*p[k]) + float64(b*q[k])) + (float64(c*r[k]) + float64(d*t[k]))
		}
	}
	for j, v := range row {
		AddScaled(dst, float64(v), w[j*s:])
	}
}

const outOfRange = "kernel: a feature beyond the weights"
