package oracle

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

// A Tree is exact max- and sum-product on any forest by messages to the roots and back. It
// implements [sp.Solver] and [sp.Clamper]. One Tree can serve graphs of any size and any K one
// after the other. It keeps the rooting of the last graph and allocates nothing once its buffers
// are large enough.
type Tree struct {
	forest
	conditioner
}

// NewTree returns a Tree. If a graph has a cycle, the error of a call names an edge that closes it
// and wraps errors.ErrUnsupported.
func NewTree() *Tree {
	p := new(peeling)
	return &Tree{forest: forest{name: "tree", arrange: p.arrange}}
}

// A peeling roots a forest by removing leaves until only roots are left.
type peeling struct {
	edges  []sp.Edge // of the last graph
	degree []int32
	edge   []int32 // exclusive or of the remaining edges' numbers
}

// arrange finds children before their parents. O(n+m), or O(m) if the graph is the last one.
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

// peel removes variable next if it is a leaf, and then each variable that becomes a leaf.
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
			return // peeled in its own turn
		}
		d = parent
	}
}

// Cycle returns an error that names the first edge closing a cycle, or nil for a forest.
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
