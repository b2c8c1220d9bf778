package maxflow

import "math"

// orphan cuts node i off from its parent. adopt finds it a new one.
func (g *Graph) orphan(i int32, n *node) {
	n.parent = orphaned
	g.orphans = append(g.orphans, i)
}

// adopt finds a new parent for every orphan: a node of the same tree, still connected to its
// terminal. If there is none, it frees the orphan and makes its children orphans.
func (g *Graph) adopt() {
	for at := 0; at < len(g.orphans); at++ {
		i := g.orphans[at]
		n := &g.nodes[i]
		if n.parent != orphaned {
			continue
		}
		if parent, dist := g.foster(i, n); parent != none {
			n.parent, n.dist, n.time = parent, dist+1, g.time
		} else {
			g.release(i, n)
		}
	}
	g.orphans = g.orphans[:0]
}

// foster returns the arc to the best new parent of orphan i, the one nearest to the terminal,
// and its distance; none if there is no parent.
func (g *Graph) foster(i int32, n *node) (parent, dist int32) {
	parent, dist = none, math.MaxInt32
	nodes, arcs, side := g.nodes, g.arcs, n.tree
	for a, end := n.first, nodes[i+1].first; a < end; a++ {
		r := arcs[a]
		if !r.opens(side.other()) {
			continue
		}
		h := &nodes[r.head]
		if h.tree != side {
			continue
		}
		d := h.dist
		if h.time != g.time || h.parent == orphaned {
			d = g.depth(r.head)
		}
		if d < dist {
			parent, dist = a, d
		}
	}
	return parent, dist
}

// depth returns the distance of node i from the terminal, or the largest integer if its path
// ends at an orphan. It stores the distances it finds with the time, so that no path is walked
// twice between two augmentations.
func (g *Graph) depth(i int32) int32 {
	nodes, arcs := g.nodes, g.arcs
	d := int32(0)
	for j := i; ; {
		n := &nodes[j]
		if n.time == g.time && n.parent != orphaned {
			d += n.dist
			break
		}
		if n.parent == terminal {
			n.time, n.dist = g.time, 1
			d++
			break
		}
		if n.parent < 0 {
			return math.MaxInt32
		}
		d++
		j = arcs[n.parent].head
	}
	for j, left := i, d; ; left-- {
		n := &nodes[j]
		if n.time == g.time {
			return d
		}
		n.time, n.dist = g.time, left
		j = arcs[n.parent].head
	}
}

// release frees node i. Neighbours able to acquire it become active, its children orphans.
func (g *Graph) release(i int32, n *node) {
	nodes, arcs, side := g.nodes, g.arcs, n.tree
	for a, end := n.first, nodes[i+1].first; a < end; a++ {
		r := arcs[a]
		h := &nodes[r.head]
		if h.tree != side {
			continue
		}
		if r.opens(side.other()) {
			g.activate(r.head, h)
		}
		if h.parent == r.sister() {
			g.orphan(r.head, h)
		}
	}
	n.tree, n.parent = free, none
}
