package kernel

// gatherOne is GatherDense for one weight a feature.
func gatherOne(w []float64, row []float32) float64 {
	x := 0.0
	w = w[:len(row)]
	for ; len(row) >= 4 && len(w) >= 4; row, w = row[4:], w[4:] {
		a, b := float64(float64(row[0])*w[0]), float64(float64(row[1])*w[1])
		c, d := float64(float64(row[2])*w[2]), float64(float64(row[3])*w[3])
		x += (a + b) + (c + d)
	}
	for j, v := range row {
		x += float64(float64(v) * w[j])
	}
	return x
}

// gatherTwo is GatherDense for two weights a feature. Its two sums stay in registers.
func gatherTwo(dst, w []float64, row []float32) {
	x, y := 0.0, 0.0
	w = w[:2*len(row)]
	for ; len(row) >= 4 && len(w) >= 8; row, w = row[4:], w[8:] {
		a, b, c, d := float64(row[0]), float64(row[1]), float64(row[2]), float64(row[3])
		x += (float64(a*w[0]) + float64(b*w[2])) + (float64(c*w[4]) + float64(d*w[6]))
		y += (float64(a*w[1]) + float64(b*w[3])) + (float64(c*w[5]) + float64(d*w[7]))
	}
	for ; len(row) > 0 && len(w) >= 2; row, w = row[1:], w[2:] {
		x += float64(float64(row[0]) * w[0])
		y += float64(float64(row[0]) * w[1])
	}
	dst[0], dst[1] = x, y
}
