package kernel

// SumRows fills dst[k] with Σ_l v[l]·table[k,l], four k at a time.
func SumRows(dst, v, table []float64) {
	k := len(v)
	if k < 4 {
		for i := range dst {
			s := 0.0
			for l, a := range v {
				s += a * table[i*k+l]
			}
			dst[i] = s
		}
		return
	}
	for i := 0; i < k; i += 4 {
		i := min(i, k-4)
		r0, r1, r2, r3 := table[i*k:][:k], table[i*k+k:][:k], table[i*k+2*k:][:k],
			table[i*k+3*k:][:k]
		var s0, s1, s2, s3 float64
		for l, a := range v {
			s0 += a * r0[l]
			s1 += a * r1[l]
			s2 += a * r2[l]
			s3 += a * r3[l]
		}
		d := dst[i:][:4:4]
		d[0], d[1], d[2], d[3] = s0, s1, s2, s3
	}
}

// SumPotts fills dst[l] with same·v[l] + other·Σ_{k≠l} v[k]. It sums all others without
// subtracting, which would lose small terms. O(K).
func SumPotts(dst, v []float64, same, other float64) {
	before := 0.0
	for l, a := range v {
		dst[l] = before
		before += a
	}
	after := 0.0
	for l := len(v) - 1; l >= 0; l-- {
		dst[l] = same*v[l] + other*(dst[l]+after)
		after += v[l]
	}
}
