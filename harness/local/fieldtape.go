package local

import (
	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// A FieldTape differentiates through sweeps of a [MeanField], converged or not (Domke, Learning
// graphical model parameters with approximate marginal inference, 2013). The zero value is ready.
// Buffers are kept. It is not safe for concurrent use.
type FieldTape struct {
	MeanField
	past   []float64 // Q before each sweep
	slopes []float64 // n×K: derivatives by Q,
	last   []float64 // and by the logarithms of its last values
}

// Record makes some sweeps under p, from the distributions of node scores alone. p must not change
// until [FieldTape.Back]. It keeps Q before each sweep: O(sweeps·nK) memory.
func (f *FieldTape) Record(p *sp.Potentials, sweeps int) {
	f.Reset(p)
	f.past = f.past[:0]
	for range sweeps {
		f.past = append(f.past, f.Q...)
		f.Sweep()
	}
}

// Marginals fills node (n×K) with Q, and pair (m×K×K; nil: nothing) with its products.
func (f *FieldTape) Marginals(node, pair []float64) {
	copy(node, f.Q)
	clear(pair)
	k := f.p.K
	for at := 0; at < len(pair); at += k * k {
		uv := f.p.Edges[at/(k*k)]
		kernel.AddOuter(pair[at:][:k*k], f.Q[int(uv.U)*k:][:k], f.Q[int(uv.V)*k:][:k])
	}
}

// Back adds the derivatives by scores to g, given those by the logarithms of node (n×K) and pair
// (m×K×K; nil: zeros), in the form of messages.Tape.Back. Each call needs a new Record. O(nK + mK²)
// for each sweep.
func (f *FieldTape) Back(g *sp.Marginals, node, pair []float64) {
	k, n := f.p.K, f.p.N()
	f.slopes = sp.Grow(f.slopes, n*k)
	f.last = append(f.last[:0], node...)
	clear(f.slopes)
	for i, s := range pair {
		uv := f.p.Edges[i/(k*k)]
		f.last[int(uv.U)*k+i/k%k] += s
		f.last[int(uv.V)*k+i%k] += s
	}
	for at := len(f.past); at > 0; {
		at -= n * k
		for d := n - 1; d >= 0; d-- {
			f.unfit(g, int32(d))
			copy(f.Q[d*k:][:k], f.past[at+d*k:])
			for _, a := range f.graph.of(int32(d)) {
				f.unexpect(g, int32(d), a)
			}
		}
	}
	for d := range n {
		f.unfit(g, int32(d))
	}
}

// unfit takes derivatives by the distribution of d to its scores: to row and g.
func (f *FieldTape) unfit(g *sp.Marginals, d int32) {
	k := f.p.K
	q, slopes, last := f.Q[int(d)*k:][:k], f.slopes[int(d)*k:][:k], f.last[int(d)*k:][:k]
	mean := 0.0
	for l, v := range q {
		mean += v * slopes[l]
	}
	for l, v := range q {
		f.row[l] = last[l] + v*(slopes[l]-mean)
	}
	clear(slopes)
	clear(last)
	kernel.AddScaled(g.Node[int(d)*k:][:k], 1, f.row)
}

// unexpect takes the derivatives in row to edge a and to its other end.
func (f *FieldTape) unexpect(g *sp.Marginals, d int32, a neighbour) {
	k := f.p.K
	q, slopes := f.Q[int(a.other)*k:][:k], f.slopes[int(a.other)*k:][:k]
	table := f.p.PairTable(int(a.edge))
	switch {
	case table == nil:
		for l, v := range f.row {
			g.Agree[a.edge] += v * q[l]
		}
		kernel.AddScaled(slopes, f.p.PairScore(int(a.edge), 0, 0), f.row)
		return
	case a.up:
		kernel.AddOuter(g.PairOf(int(a.edge), k), q, f.row)
		kernel.Transpose(f.turned, table, k)
		table = f.turned
	default:
		kernel.AddOuter(g.PairOf(int(a.edge), k), f.row, q)
	}
	kernel.SumColumns(f.mean, f.row, table)
	kernel.AddScaled(slopes, 1, f.mean)
}
