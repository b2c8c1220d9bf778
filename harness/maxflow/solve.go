package maxflow

import "math"

// Solve finds a maximum flow and the minimum cut, and returns their value. After the first call
// it starts from the flow and the tree of the last.
func (g *Graph) Solve() float64 {
	g.Rollback()
	if !g.solved {
		g.start()
		return g.value
	}
	for _, i := range g.changed {
		g.replant(i)
	}
	g.changed = g.changed[:0]
	g.adopt()
	g.run()
	return g.value
}

// batch is the number of nodes of a graph without flow that grow at a time: the data of these
// nodes and their arcs fit into a cache of 1 MB.
const batch = 1 << 13

// start finds the flow of a graph without any. First it sends flow along single arcs from
// source nodes to sink nodes. Nodes with a rest become roots. They grow batch by batch: their
// data remain in the cache.
func (g *Graph) start() {
	g.solved = true
	g.sendAcross()
	for i, n := 0, g.N(); i < n; {
		for end := min(i+batch, n); i < end; i++ {
			if n := &g.nodes[i]; n.label != 0 {
				g.activate(int32(i), n)
			}
		}
		g.run()
	}
}

// sendAcross sends flow along single arcs from nodes of the source to nodes of the sink. It makes
// nodes with residual capacity from the source roots.
func (g *Graph) sendAcross() {
	nodes, arcs, rest, value := g.nodes, g.arcs, g.rest, g.value
	for i := range nodes[:g.N()] {
		n := &nodes[i]
		left := n.rest
		if left <= 0 {
			continue
		}
		for a, end := n.first, nodes[i+1].first; a < end && left > 0; a++ {
			r := arcs[a]
			h := &nodes[r.head]
			if h.rest >= 0 || r.twin&open == 0 {
				continue
			}
			f := min(left, rest[a], -h.rest)
			left -= f
			h.rest += f
			push(arcs, rest, a, f)
			value += f
		}
		if n.rest = left; left > 0 {
			n.label, n.parent = 1, terminal
		}
	}
	g.value = value
}

// replant adapts the place of node i in the tree to its residual terminal capacity (Kohli and
// Torr, section 4.2).
func (g *Graph) replant(i int32) {
	n := &g.nodes[i]
	switch {
	case n.rest > 0:
		if n.label == 0 {
			g.activate(i, n)
		}
		n.label, n.parent = 1, terminal
	case n.rest < 0:
		g.release(i, n)
	case n.parent == terminal:
		g.orphan(i, n)
	}
}

// run alternates growth, augmentation and adoption until no node is active.
func (g *Graph) run() {
	mask := len(g.queue) - 1
	for g.head != g.tail {
		i := g.queue[g.head&mask]
		g.head++
		n := &g.nodes[i]
		n.active = 0
		if n.label >= lost/2 {
			g.renew()
		} else if n.label != 0 {
			g.grow(i, n)
		}
	}
	g.head, g.tail = 0, 0
}

// renew lets the tree grow again from its roots: labels are too large.
func (g *Graph) renew() {
	g.head, g.tail = 0, 0
	for i := range g.nodes[:g.N()] {
		n := &g.nodes[i]
		n.label, n.parent, n.active = 0, none, 0
		if n.rest > 0 {
			g.replant(int32(i))
		}
	}
}

// grow lets node i acquire its neighbours, and augments along every arc to a node of the sink. A
// branch for a neighbour to acquire would often be mispredicted. So every arc writes: free is 1, or
// 0 to change nothing.
func (g *Graph) grow(i int32, n *node) {
	nodes, arcs, queue := g.nodes, g.arcs, g.queue
	mask := len(queue) - 1
	for a, end := n.first, nodes[i+1].first; a < end; a++ {
		r := arcs[a]
		h := &nodes[r.head]
		free := r.twin & h.outside()
		for free&uint32(math.Float64bits(h.rest)>>63) != 0 && h.rest < 0 {
			g.augment(a, i, h)
			if n.label == 0 {
				return
			}
			free = arcs[a].twin & h.outside() // the same arc: it may carry more
		}
		queue[g.tail&mask] = r.head
		g.tail += int(free &^ uint32(h.active))
		h.active |= uint8(free)
		h.label += -int32(free) & (n.label + 1)
		h.parent ^= -int32(free) & (h.parent ^ r.sister())
	}
}

// outside returns 1 if n is not in the tree, else 0.
func (n *node) outside() uint32 { return uint32(n.label-1) >> 31 }

// augment sends as much flow as possible along the path closed by an arc, from a node of the tree
// to one of the sink, and restores the tree. Nodes become orphans if the arc from their parent is
// saturated.
func (g *Graph) augment(middle, from int32, to *node) {
	nodes, arcs, rest := g.nodes, g.arcs, g.rest
	f := min(rest[middle], -to.rest)
	n := &nodes[from]
	for n.parent != terminal {
		up := arcs[n.parent]
		f = min(f, rest[up.sister()])
		n = &nodes[up.head]
	}
	f = min(f, n.rest)
	g.value += f
	push(arcs, rest, middle, f)
	to.rest += f
	n = &nodes[from]
	for n.parent != terminal {
		up := arcs[n.parent]
		if push(arcs, rest, up.sister(), f) {
			g.orphan(from, n)
		}
		from = up.head
		n = &nodes[from]
	}
	if n.rest -= f; n.rest == 0 {
		g.orphan(from, n)
	}
	g.adopt()
}

// push sends f > 0 along arc a and reports whether it is now saturated.
func push(arcs []arc, rest []float64, a int32, f float64) bool {
	r := &arcs[a]
	b := r.sister()
	s := &arcs[b]
	r.twin |= opposite
	s.twin |= open
	rest[b] += f
	rest[a] -= f
	if rest[a] == 0 {
		r.twin &^= open
		s.twin &^= opposite
		return true
	}
	return false
}

// activate puts node i into the queue unless it is already there.
func (g *Graph) activate(i int32, n *node) {
	if n.active == 0 {
		n.active = 1
		g.queue[g.tail&(len(g.queue)-1)] = i
		g.tail++
	}
}
