// Package maxflow finds minimum s-t cuts of sparse graphs. It augments flow along the paths of a
// search tree, and keeps the tree between augmentations, like Boykov and Kolmogorov (An
// experimental comparison of min-cut/max-flow algorithms for energy minimization in vision, PAMI
// 2004). Here the tree grows from the source alone, so it visits few nodes of the other side. A
// second tree grows from the sink once a problem proves hard: paths between two trees are shorter.
// Labels grow along the tree: a node cut off finds a new parent by them, as in Goldberg et al.
// (Maximum flows by incremental breadth-first search, ESA 2011). When terminal capacities change,
// it reuses flow and tree, as do Kohli and Torr (Dynamic graph cuts for efficient inference in
// Markov random fields, PAMI 2007).
//
//	var g maxflow.Graph
//	g.Reset(2, []sp.Edge{{U: 0, V: 1}})
//	g.SetEdge(0, 3, 3)    // 3 from 0 to 1 and 3 back
//	g.SetTerminal(0, 5)   // 5 from the source
//	g.SetTerminal(1, -4)  // 4 to the sink
//	g.Solve()             // 3; g.Source(0) is true, g.Source(1) false
//
// There are two ways to change a solved graph. SetTerminal changes a capacity, and the next
// Solve starts from the existing flow: its cost is that of the change. Force moves one node to
// the other side of the cut at any cost, and Rollback undoes Force, to the last bit. Force is
// the fast way from one cut to many that differ by one forced node each: it needs no second
// solve, and it knows the moved nodes.
//
// # Which of several minimum cuts
//
// The source side is the smallest one: exactly the nodes the source reaches through the
// residual graph. It is the same for every maximum flow. With exact sums, a reused flow
// therefore gives the same labeling as a fresh one. With rounded sums it may give another cut,
// of equal capacity up to rounding.
//
// # Memory
//
// At most 40 bytes per node, and 36 per edge. Reset keeps buffers; nothing is
// allocated once they are large enough.
package maxflow

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// A Graph is n nodes, joined by pairs of opposite arcs. Each node has one capacity, from the
// source or to the sink. The zero value is a graph without nodes. It is not safe for concurrent
// use. Its many methods are the steps of one algorithm on shared arrays.
type Graph struct {
	nodes    []node    // n, and a last one whose first is the number of arcs
	arcs     []arc     // grouped by tail
	rest     []float64 // residual capacities of the arcs
	terminal []float64 // n: capacity from the source, or minus the capacity to the sink
	place    []int32   // of the arc U→V of each edge
	both     bool      // the sink tree grows
	patience int       // nodes left to grow before it does
	solved   bool      // the flow is maximal, except for the nodes in changed
	changed  []int32   // nodes whose terminal capacity was set since Solve
	value    float64   // of the flow, as explained at SetTerminal

	queue   []int32 // ring of active nodes, its size a power of two
	head    int
	tail    int
	orphans []int32

	forced forced
}

// A node has 24 bytes.
type node struct {
	rest   float64 // residual capacity from the source, or minus the residual capacity to the sink
	first  int32   // arc
	parent int32   // arc towards it, or none, terminal or orphaned
	label  int32   // beyond that of its parent: above 0 in the source tree, below 0 in the sink tree
	active uint8   // 1 in the queue
	met    uint8   // 1 if Force moves or reaches it
}

// An arc has 8 bytes, and 8 more in rest, which are needed only to send flow.
type arc struct {
	head int32
	twin uint32 // the opposite arc, times 4, plus open and opposite
}

// Bits of twin: the arc has residual capacity; its sister has.
const (
	open     = 1
	opposite = 2
)

// mostPairs is the largest number of pairs of arcs a twin can number.
const mostPairs = 1 << 29

// sister returns the opposite arc.
func (r arc) sister() int32 { return int32(r.twin >> 2) }

// Values of parent other than an arc.
const (
	none     int32 = -1
	terminal int32 = -2
	orphaned int32 = -3
)

// Reset makes g a graph of n nodes. Each edge joins two of them by a pair of opposite arcs of
// capacity 0. Reset keeps buffers, but not edges.
func (g *Graph) Reset(n int, edges []sp.Edge) {
	g.Rollback()
	if len(edges) > mostPairs {
		panic(fmt.Sprintf("maxflow: a graph has at most %d pairs of arcs", mostPairs))
	}
	g.nodes, g.terminal = zeros(g.nodes, n+1), zeros(g.terminal, n)
	g.arcs, g.rest = grow(g.arcs, 2*len(edges)), zeros(g.rest, 2*len(edges))
	g.place = grow(g.place, len(edges))
	size := 1
	for size <= n { // one more place than nodes
		size *= 2
	}
	g.queue = grow(g.queue, size)
	g.empty()
	g.group(edges)
}

// group groups the arcs by their tails, in the order of edges. The first of a node is the number
// of arcs before its own.
func (g *Graph) group(edges []sp.Edge) {
	nodes, arcs, place := g.nodes, g.arcs, g.place[:len(edges)]
	n := uint32(g.N())
	for _, e := range edges {
		if uint32(e.U) >= n || uint32(e.V) >= n || e.U == e.V {
			panic(fmt.Sprintf("maxflow: an edge %d–%d in a graph of %d nodes", e.U, e.V, n))
		}
		nodes[e.U].first++
		nodes[e.V].first++
	}
	sum := int32(0)
	for i := range nodes {
		n := &nodes[i]
		sum += n.first
		n.first, n.parent = sum, none
	}
	for i := len(edges) - 1; i >= 0; i-- {
		e := edges[i]
		u, v := &nodes[e.U], &nodes[e.V]
		a, b := u.first-1, v.first-1
		u.first, v.first, place[i] = a, b, a
		arcs[a] = arc{head: e.V, twin: uint32(b) << 2}
		arcs[b] = arc{head: e.U, twin: uint32(a) << 2}
	}
}

// N returns the number of nodes.
func (g *Graph) N() int { return len(g.terminal) }

// Clear sets all capacities to 0 and forgets the flow; nodes and arcs remain.
func (g *Graph) Clear() {
	g.Rollback()
	for i := range g.nodes {
		g.nodes[i] = node{first: g.nodes[i].first, parent: none}
	}
	clear(g.rest)
	for i := range g.arcs {
		g.arcs[i].twin &^= uint32(open | opposite)
	}
	clear(g.terminal)
	g.empty()
}

// empty forgets the flow outside of nodes and arcs.
func (g *Graph) empty() {
	g.changed, g.orphans = g.changed[:0], g.orphans[:0]
	g.head, g.tail = 0, 0
	g.both, g.solved, g.value = false, false, 0
}

// SetEdge sets the capacities of edge e of Reset: uv from U to V, vu back.
// After a Solve, call Clear before it.
func (g *Graph) SetEdge(e int, uv, vu float64) {
	if !(uv >= 0 && vu >= 0) {
		panic(fmt.Sprintf("maxflow: capacities %v, %v of edge %d are not >= 0", uv, vu, e))
	}
	if g.solved {
		panic("maxflow: SetEdge after Solve: call Clear first")
	}
	a := g.place[e]
	r := &g.arcs[a]
	b := r.sister()
	s := &g.arcs[b]
	x, y := positive(uv), positive(vu)
	r.twin, s.twin = r.twin&^3|x|y<<1, s.twin&^3|y|x<<1
	g.rest[a], g.rest[b] = uv, vu
}

// positive returns 1 if c > 0, else 0.
func positive(c float64) (x uint32) {
	if c > 0 { // compiles to no branch
		x = 1
	}
	return x
}

// SetTerminal sets the capacity of node d: c from the source if c > 0, -c to the sink if c < 0.
// The next Solve takes it into account. O(1).
//
// If the flow is now too large for the terminal, it is not reduced. Instead the capacities from
// the source and to the sink are both raised, which adds the same amount to all cuts (Kohli and
// Torr, section 4.1). The value of the flow does not include this amount.
func (g *Graph) SetTerminal(d int, c float64) {
	if c-c != 0 {
		panic(fmt.Sprintf("maxflow: terminal capacity %v of node %d is not finite", c, d))
	}
	g.Rollback()
	n := &g.nodes[d]
	old := g.terminal[d]
	g.terminal[d] = c
	if !g.solved {
		n.rest = c
		return
	}
	rest := n.rest + (c - old)
	g.value += (max(-c, 0) - max(-old, 0)) - (max(-rest, 0) - max(-n.rest, 0))
	n.rest = rest
	g.changed = append(g.changed, int32(d))
}

// Terminal returns the capacity of node d set by SetTerminal.
func (g *Graph) Terminal(d int) float64 { return g.terminal[d] }

// Value returns the capacity of the minimum cut found by the last Solve or Force.
func (g *Graph) Value() float64 { return g.value }

// Source reports whether node d is on the source side of that cut.
func (g *Graph) Source(d int) bool {
	n := &g.nodes[d]
	return n.beyond(0) == uint32(n.met)
}

// zeros returns s with length n and contents 0.
func zeros[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	clear(s[:n])
	return s[:n]
}

// grow returns s with length n. Contents are undefined.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
