package local

import "github.com/spbench/spbench/harness/sp"

// Neighbours are the edges of a graph by variable: those of d are first[d] to first[d+1].
type neighbours struct {
	incidence sp.Incidence
	first     []int32     // n+1
	around    []neighbour // 2m
}

// A neighbour is an edge seen from one of its ends.
type neighbour struct {
	other, edge int32
	up          bool // seen from the edge's V: its label is the column
}

// fit sets g to the edges of a graph of n variables. Buffers are kept. O(n+m).
func (g *neighbours) fit(n int, edges []sp.Edge) {
	g.incidence.Fit(n, edges)
	g.first, g.around = sp.Grow(g.first, n+1), g.around[:0]
	for d := range int32(n) {
		g.first[d] = int32(len(g.around))
		for _, e := range g.incidence.At(d) {
			uv := edges[e]
			g.around = append(g.around, neighbour{other: uv.U + uv.V - d, edge: e, up: uv.V == d})
		}
	}
	g.first[n] = int32(len(g.around))
}

// of returns the neighbours of d.
func (g *neighbours) of(d int32) []neighbour { return g.around[g.first[d]:g.first[d+1]] }

// add adds to row (K) the scores of edge a for each label of this end, if the other end has
// label l.
func (a neighbour) add(row []float64, p *sp.Potentials, l int32) {
	if potts := p.Pair.Potts; len(potts) > 0 {
		row[l] += potts[a.edge]
		return
	}
	table, k := p.PairTable(int(a.edge)), p.K
	if table == nil {
		return
	}
	if a.up {
		for i, v := range table[int(l)*k:][:k] {
			row[i] += v
		}
		return
	}
	for i := range row {
		row[i] += table[i*k+int(l)]
	}
}
