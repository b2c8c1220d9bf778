package kernel

// AddOuter adds u·vᵀ to dst (K²); u and v have length K. O(K²), without allocation.
func AddOuter(dst, u, v []float64) {
	k := check(u, v, dst)
	for i, a := range u {
		row := dst[i*k:][:k]
		for l, b := range v[:len(row)] {
			row[l] += float64(a * b)
		}
	}
}

// AddOuters adds (u[0]·v[0]ᵀ + u[1]·v[1]ᵀ) + (u[2]·v[2]ᵀ + u[3]·v[3]ᵀ) to dst (K²). It loads
// and stores dst once for all four. All u and v have length K. O(K²), without allocation.
func AddOuters(dst []float64, u, v *[4][]float64) {
	k := 0
	for i := range u {
		k = check(u[i], v[i], dst)
	}
	for i := range k {
		a, b, c, d := u[0][i], u[1][i], u[2][i], u[3][i]
		row := dst[i*k:][:k]
		v0, v1, v2, v3 := v[0][:len(row)], v[1][:len(row)], v[2][:len(row)], v[3][:len(row)]
		for l := range row {
			row[l] += (float64(a*v0[l]) + float64(b*v1[l])) + (float64(c*v2[l]) + float64(d*v3[l]))
		}
	}
}

// Outer fills dst (K²) with u·vᵀ times table (K²), entry by entry: (u[k]·table[k·K+l])·v[l]. u
// and v have length K. O(K²), without allocation.
func Outer(dst, u, table, v []float64) {
	k := check(u, v, dst)
	table = table[:k*k]
	i := 0
	for ; i+2 <= k; i += 2 { // two rows at a time: half the work of the loop itself
		d0, d1 := dst[i*k:][:k], dst[i*k+k:][:k]
		t0, t1 := table[i*k:][:k], table[i*k+k:][:k]
		a0, a1 := u[i], u[i+1]
		for l, b := range v[:k] {
			d0[l] = float64(a0*t0[l]) * b
			d1[l] = float64(a1*t1[l]) * b
		}
	}
	for ; i < k; i++ {
		row, factor := dst[i*k:][:k], table[i*k:][:k]
		for l, b := range v[:k] {
			row[l] = float64(u[i]*factor[l]) * b
		}
	}
}

// Transpose fills dst (K²) with the transpose of table (K²). O(K²), without allocation.
func Transpose(dst, table []float64, k int) {
	dst, table = dst[:k*k], table[:k*k]
	for i := range k {
		for j, v := range table[i*k:][:k] {
			dst[j*k+i] = v
		}
	}
}
