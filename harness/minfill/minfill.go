// Package minfill orders the variables of a graph for elimination, and lays out its tables.
package minfill

import (
	"math/bits"

	"github.com/spbench/spbench/harness/sp"
)

// Limit is the largest number of variables for a search of an order.
const Limit = 2048

// Order returns an elimination order. It repeatedly eliminates the variable whose neighbours lack
// the fewest edges between them (ties: fewest neighbours, then smallest number). It returns nil if
// a variable has more than most neighbours. Koller & Friedman 2009, section 9.4.3.2.
func Order(n int, edges []sp.Edge, most int) []int32 {
	g := newBitGraph(n, edges)
	order := make([]int32, 0, n)
	for len(order) < n {
		v := g.cheapest()
		if g.degree[v] > most {
			return nil
		}
		order = append(order, int32(v))
		g.eliminate(v)
	}
	return order
}

// A bitGraph is an undirected graph as one bit set of neighbours per variable.
type bitGraph struct {
	words  int
	near   []uint64 // n×words
	degree []int
	fill   []int // edges added by eliminating v; -1: not counted yet
	gone   []bool
}

func newBitGraph(n int, edges []sp.Edge) *bitGraph {
	g := &bitGraph{words: (n + 63) / 64, degree: make([]int, n), fill: make([]int, n),
		gone: make([]bool, n)}
	g.near = make([]uint64, n*g.words)
	for _, e := range edges {
		g.join(int(e.U), int(e.V))
	}
	for v := range g.fill {
		g.fill[v] = -1
	}
	return g
}

func (g *bitGraph) of(v int) []uint64 { return g.near[v*g.words:][:g.words] }

func (g *bitGraph) join(u, v int) {
	if g.of(u)[v/64]>>(v%64)&1 == 1 {
		return
	}
	g.of(u)[v/64] |= 1 << (v % 64)
	g.of(v)[u/64] |= 1 << (u % 64)
	g.degree[u]++
	g.degree[v]++
}

func (g *bitGraph) cheapest() int {
	best := -1
	for v, gone := range g.gone {
		if gone {
			continue
		}
		if g.fill[v] < 0 {
			g.fill[v] = g.missing(v)
		}
		if best < 0 || g.fill[v] < g.fill[best] ||
			g.fill[v] == g.fill[best] && g.degree[v] < g.degree[best] {
			best = v
		}
	}
	return best
}

// missing counts the pairs of unconnected neighbours of v.
func (g *bitGraph) missing(v int) int {
	near, count := g.of(v), 0
	eachBit(near, func(u int) {
		for i, w := range g.of(u) {
			count += bits.OnesCount64(near[i] &^ w)
		}
		count-- // u is no neighbour of itself
	})
	return count / 2
}

// eliminate joins the neighbours of v and removes v.
func (g *bitGraph) eliminate(v int) {
	near := g.of(v)
	eachBit(near, func(u int) {
		g.of(u)[v/64] &^= 1 << (v % 64)
		g.degree[u]--
		eachBit(near, func(w int) {
			if u < w {
				g.join(u, w)
			}
		})
	})
	eachBit(near, func(u int) { // affected variables: neighbours and their neighbours
		g.fill[u] = -1
		eachBit(g.of(u), func(w int) { g.fill[w] = -1 })
	})
	g.gone[v] = true
}

func eachBit(set []uint64, do func(v int)) {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			do(64*i + bits.TrailingZeros64(w))
		}
	}
}
