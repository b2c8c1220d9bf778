package oracle

import "github.com/spbench/spbench/harness/kernel"

// pool fills dst (K×K) with the summed pair marginals of all edges if they share a table: Σ_e
// up_e(k)·rest_e(l), times exp(pair(k,l)). It does four edges at a time to load and store dst once
// for them.
func (f *forest) pool(dst []float64) {
	clear(dst)
	i := 0
	for ; i+4 <= len(f.links); i += 4 {
		var u, v [4][]float64
		for j := range u {
			u[j], v[j] = f.factors(i + j)
		}
		kernel.AddOuters(dst, &u, &v)
	}
	for ; i < len(f.links); i++ {
		u, v := f.factors(i)
		kernel.AddOuter(dst, u, v)
	}
	kernel.Multiply(dst, f.sum.exp.of(0))
}

// factors returns the row and column factors of the pair marginals of link i.
func (f *forest) factors(i int) (rows, columns []float64) {
	l, k := &f.links[i], f.k
	rows, columns = f.sum.up[int(l.child)*k:][:k], f.sum.rest[i*k:][:k]
	if l.flip {
		rows, columns = columns, rows
	}
	return rows, columns
}
