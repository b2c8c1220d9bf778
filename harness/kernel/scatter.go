package kernel

// ScatterIndexed adds a·v (s) to w_j for each feature j in index. It panics if a number is out
// of range. O(len(index)·s), without allocation.
func ScatterIndexed(w []float64, a float64, index []int32, v []float64) {
	s := len(v)
	if wide && s >= 4 && len(index) > 0 {
		if scatterIndexedAVX2(&w[0], &v[0], s, a, &index[0], len(index), len(w)/s) {
			panic(outOfRange)
		}
		return
	}
	w = w[:len(w):len(w)] // so that indices beyond the length panic
	for ; len(index) >= 4; index = index[4:] {
		p, q := w[int(index[0])*s:][:s], w[int(index[1])*s:][:s]
		r, t := w[int(index[2])*s:][:s], w[int(index[3])*s:][:s]
		for k, v := range v {
			v = float64(v * a)
			p[k] += v
			q[k] += v
			r[k] += v
			t[k] += v
		}
	}
	for _, j := range index {
		AddScaled(w[int(j)*s:][:s], a, v)
	}
}

// ScatterValued adds (a·value[i])·v (s) to w_j, j = index[i]. It panics if a number is out of
// range. O(len(index)·s), without allocation.
func ScatterValued(w []float64, a float64, index []int32, value []float32, v []float64) {
	s := len(v)
	value = value[:len(index)]
	if wide && s >= 4 && len(index) > 0 {
		if scatterValuedAVX2(&w[0], &v[0], s, a, &index[0], &value[0], len(index), len(w)/s) {
			panic(outOfRange)
		}
		return
	}
	w = w[:len(w):len(w)] // so that indices beyond the length panic
	for i, j := range index {
		AddScaled(w[int(j)*s:][:s], a*float64(value[i]), v)
	}
}

// ScatterDense adds (a·row[j])·v (s) to w_j for each feature j with a non-zero value.
// O(len(row)·s), without allocation.
func ScatterDense(w []float64, a float64, row []float32, v []float64) {
	s := len(v)
	w = w[:len(row)*s]
	if wide && s >= 4 && len(row) > 0 {
		scatterDenseAVX2(&w[0], &v[0], s, a, &row[0], len(row))
		return
	}
	for j, x := range row {
		if x != 0 {
			AddScaled(w[j*s:][:s], a*float64(x), v)
		}
	}
}
