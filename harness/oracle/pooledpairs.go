package oracle

// pool fills dst (K×K) with the sum of the pair marginals of all edges, which
// share a table: Σ_e up_e(k)·rest_e(l), times exp(pair(k,l)). Four edges at a
// time: dst is loaded and stored once for them.
func (f *forest) pool(dst []float64) {
	clear(dst)
	i := 0
	for ; i+4 <= len(f.links); i += 4 {
		u0, v0 := f.factors(i)
		u1, v1 := f.factors(i + 1)
		u2, v2 := f.factors(i + 2)
		u3, v3 := f.factors(i + 3)
		for k := range u0 {
			a, b, c, d := u0[k], u1[k], u2[k], u3[k]
			row := dst[k*f.k:][:f.k]
			v0, v1, v2, v3 := v0[:len(row)], v1[:len(row)], v2[:len(row)], v3[:len(row)]
			for l := range row {
				row[l] += (a*v0[l] + b*v1[l]) + (c*v2[l] + d*v3[l])
			}
		}
	}
	for ; i < len(f.links); i++ {
		u, v := f.factors(i)
		for k, a := range u {
			row := dst[k*f.k:][:f.k]
			for l, b := range v {
				row[l] += a * b
			}
		}
	}
	for j, e := range f.sum.exp.of(0) {
		dst[j] *= e
	}
}

// factors returns what the pair marginals of link i are made of: the factor of
// its rows and that of its columns.
func (f *forest) factors(i int) (rows, columns []float64) {
	l, k := &f.links[i], f.k
	rows, columns = f.sum.up[int(l.child)*k:][:k], f.sum.rest[i*k:][:k]
	if l.flip {
		rows, columns = columns, rows
	}
	return rows, columns
}
