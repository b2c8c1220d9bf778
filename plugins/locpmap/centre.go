package locpmap

import "github.com/spbench/spbench/harness/sp"

// centre moves the mean effect of each label from the pair tables to the node scores. Afterwards
// each row and each column of a table has mean 0, and all labelings keep their scores. Potts
// strengths do not need it. O(n + mK²).
func centre(p *sp.Potentials) {
	if len(p.Pair.Table) == 0 {
		return
	}
	k := p.K
	rows, columns := make([]float64, k), make([]float64, k)
	for e, uv := range p.Edges {
		table := p.PairTable(e)
		means(rows, columns, table)
		u, v := p.Node[int(uv.U)*k:][:k], p.Node[int(uv.V)*k:][:k]
		for i := range k {
			u[i] += rows[i]
			v[i] += columns[i]
		}
		if p.Shared() && e < len(p.Edges)-1 {
			continue // later edges need the shared table too
		}
		for i := range k {
			for j := range k {
				table[i*k+j] -= rows[i] + columns[j]
			}
		}
	}
}

// means sets rows to the row means of a K×K table. It sets columns to the column means after
// subtracting the row means.
func means(rows, columns, table []float64) {
	k := len(rows)
	clear(rows)
	clear(columns)
	all := 0.0
	for i := range k {
		for j, v := range table[i*k:][:k] {
			rows[i] += v / float64(k)
			columns[j] += v / float64(k)
		}
		all += rows[i] / float64(k)
	}
	for j := range columns {
		columns[j] -= all
	}
}
