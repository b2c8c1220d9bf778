package oracle

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Tree is exact max- and sum-product on any forest by messages to the roots
// and back. It implements [sp.Solver] and [sp.Clamper]. One Tree serves graphs
// of any size and any K one after the other; the rooting of the last graph is
// kept and nothing is allocated once the buffers are large enough.
type Tree struct {
	forest
	conditioner
}

// NewTree returns a Tree. A graph with a cycle is an error that wraps
// errors.ErrUnsupported and names an edge that closes it.
func NewTree() *Tree {
	p := new(peeling)
	return &Tree{forest: forest{name: "tree", arrange: p.arrange}}
}

// A peeling roots a forest by removing leaves until only roots are left.
type peeling struct {
	edges  []sp.Edge // of the last graph
	degree []int32
	edge   []int32 // the exclusive or of the numbers of the edges that are left
}

// arrange finds children before their parents. O(n+m), and O(m) when the graph
// is the last one.
func (q *peeling) arrange(f *forest, n int, edges []sp.Edge) error {
	if len(f.linkOf) == n && slices.Equal(q.edges, edges) {
		return nil
	}
	q.degree, q.edge = sp.Grow(q.degree, n), sp.Grow(q.edge, n)
	clear(q.degree)
	clear(q.edge)
	for e, uv := range edges {
		for _, d := range [2]int32{uv.U, uv.V} {
			q.degree[d]++
			q.edge[d] ^= int32(e)
		}
	}
	f.degree = 0
	for _, n := range q.degree {
		f.degree = max(f.degree, int(n))
	}
	f.links = f.links[:0]
	f.linkOf, f.childOf, f.sibling = sp.Grow(f.linkOf, n), sp.Grow(f.childOf, n),
		sp.Grow(f.sibling, n)
	for d := range n {
		f.linkOf[d], f.childOf[d], f.sibling[d] = -1, -1, -1
	}
	for d := range int32(n) {
		q.peel(f, d, edges)
	}
	if len(f.links) < len(edges) {
		f.linkOf, q.edges = f.linkOf[:0], q.edges[:0]
		return fmt.Errorf("oracle: tree: %w", Cycle(n, edges))
	}
	q.edges = append(q.edges[:0], edges...)
	return nil
}

// peel removes variable next if it is a leaf, and what becomes a leaf behind it.
func (q *peeling) peel(f *forest, next int32, edges []sp.Edge) {
	for d := next; q.degree[d] == 1; {
		e := q.edge[d]
		parent := edges[e].U + edges[e].V - d
		f.linkOf[d] = int32(len(f.links))
		f.links = append(f.links, link{child: d, parent: parent, edge: e, flip: edges[e].V == d})
		f.sibling[d], f.childOf[parent] = f.childOf[parent], d
		q.degree[d] = 0
		q.degree[parent]--
		q.edge[parent] ^= e
		if parent > next {
			return // its turn is yet to come
		}
		d = parent
	}
}

// Cycle returns an error that names the first edge that closes a cycle; nil in
// a forest.
func Cycle(n int, edges []sp.Edge) error {
	root := make([]int32, n)
	for d := range root {
		root[d] = int32(d)
	}
	find := func(d int32) int32 {
		for root[d] != d {
			root[d] = root[root[d]]
			d = root[d]
		}
		return d
	}
	for e, uv := range edges {
		u, v := find(uv.U), find(uv.V)
		if u == v {
			return fmt.Errorf("edge %d (%d–%d) closes a cycle: %w", e, uv.U, uv.V,
				errors.ErrUnsupported)
		}
		root[u] = v
	}
	return nil
}
