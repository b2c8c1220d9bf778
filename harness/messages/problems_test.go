package messages

import (
	"math"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/sp"
)

// scores gives a graph random scores: strengths, a table for all edges or one for each.
func scores(r *rand.Rand, n, k int, edges []sp.Edge, form int, size float64) *sp.Potentials {
	p := &sp.Potentials{K: k, Node: normal(r, n*k, 1), Edges: edges}
	switch form % 3 {
	case 0:
		p.Pair.Potts = normal(r, len(edges), size)
	case 1:
		p.Pair.Table = normal(r, k*k, size)
	case 2:
		p.Pair.Table = normal(r, len(edges)*k*k, size)
	}
	if k > 1 && form%5 == 4 {
		p.Node[r.IntN(n)*k+form%2] = math.Inf(-1)
	}
	return p
}

func normal(r *rand.Rand, n int, size float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = size * r.NormFloat64()
	}
	return v
}

// tree returns a random tree and the parent of each variable.
func tree(r *rand.Rand, n int) (edges []sp.Edge, parent []int32) {
	name := r.Perm(n)
	parent = make([]int32, n)
	for d := 1; d < n; d++ {
		up := name[r.IntN(d)]
		parent[name[d]] = int32(up)
		uv := sp.Edge{U: int32(up), V: int32(name[d])}
		if uv.U > uv.V {
			uv.U, uv.V = uv.V, uv.U
		}
		edges = append(edges, uv)
	}
	parent[name[0]] = -1
	return edges, parent
}

// graph returns a random graph: each pair of variables is joined with probability 1/2.
func graph(r *rand.Rand, n int) (edges []sp.Edge) {
	for v := range int32(n) {
		for u := range v {
			if r.IntN(2) == 0 {
				edges = append(edges, sp.Edge{U: u, V: v})
			}
		}
	}
	return edges
}

// each calls f with every labeling.
func each(p *sp.Potentials, f func(y []int32, score float64)) {
	y := make([]int32, p.N())
	for {
		f(y, p.Score(y))
		d := 0
		for ; d < len(y); d++ {
			if y[d]++; int(y[d]) < p.K {
				break
			}
			y[d] = 0
		}
		if d == len(y) {
			return
		}
	}
}

// enumerate returns the exact results by enumeration: the best labels of the variables in most,
// the log of the sum over the others, and their probabilities given those labels.
func enumerate(p *sp.Potentials, most []bool) (best []int32, value float64, marginal []float64) {
	sums := map[string]float64{}
	name := func(y []int32) string {
		b := make([]byte, len(y))
		for d, k := range y {
			if most[d] {
				b[d] = byte(k)
			}
		}
		return string(b)
	}
	each(p, func(y []int32, score float64) { sums[name(y)] += math.Exp(score) })
	top := ""
	for b, v := range sums {
		if top == "" || v > sums[top] {
			top = b
		}
	}
	best, marginal = make([]int32, p.N()), make([]float64, len(p.Node))
	for d := range best {
		best[d] = int32(top[d])
	}
	each(p, func(y []int32, score float64) {
		if name(y) != top {
			return
		}
		for d, k := range y {
			marginal[d*p.K+int(k)] += math.Exp(score) / sums[top]
		}
	})
	return best, math.Log(sums[top]), marginal
}
