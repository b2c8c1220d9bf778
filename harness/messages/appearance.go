package messages

import (
	"math/rand/v2"

	"github.com/spbench/spbench/harness/sp"
)

// Appearance returns, for each edge (m), the share of spanning forests that contain it: a point
// in the spanning tree polytope of a graph of n variables. It draws at least forests of them,
// and more until every edge has been in one. Each forest is grown in random order, first from
// edges in the fewest forests so far. The result is a function of seed. O(forests·m).
func Appearance(n int, edges []sp.Edge, forests int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, uint64(len(edges))))
	count := make([]int, len(edges))
	order, sorted := make([]int, len(edges)), make([]int, len(edges))
	for e := range order {
		order[e] = e
	}
	roots, missing, drawn := make([]int32, n), len(edges), 0
	for ; drawn < forests || missing > 0; drawn++ {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		byCount(sorted, order, count, drawn)
		for d := range roots {
			roots[d] = int32(d)
		}
		for _, e := range sorted {
			u, v := root(roots, edges[e].U), root(roots, edges[e].V)
			if u == v {
				continue
			}
			roots[u] = v
			if count[e]++; count[e] == 1 {
				missing--
			}
		}
	}
	rho := make([]float64, len(edges))
	for e, c := range count {
		rho[e] = float64(c) / float64(drawn)
	}
	return rho
}

// byCount fills dst with order, stably sorted by counts from 0 to most.
func byCount(dst, order, count []int, most int) {
	start := make([]int, most+2)
	for _, e := range order {
		start[count[e]+1]++
	}
	for c := range most + 1 {
		start[c+1] += start[c]
	}
	for _, e := range order {
		dst[start[count[e]]] = e
		start[count[e]]++
	}
}

// root returns the representative of d, and halves the path to it.
func root(roots []int32, d int32) int32 {
	for roots[d] != d {
		roots[d] = roots[roots[d]]
		d = roots[d]
	}
	return d
}
