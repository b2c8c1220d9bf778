package maxflow

import "math"

// Solve finds a maximum flow and the minimum cut, and returns their value. After the first call
// it starts from the flow and the trees of the last.
func (g *Graph) Solve() float64 {
	g.Rollback()
	g.patience = g.N() + g.N()/2
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
			if n := &g.nodes[i]; n.label > 0 {
				g.activate(int32(i), n)
			}
		}
		g.run()
	}
}

// sendAcross sends flow along single arcs from nodes of the source to nodes of the sink. It plants
// nodes of the source; nodes of the sink are planted when met.
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
			n.plant()
		}
	}
	g.value = value
}

// plant makes a node with residual terminal capacity a root of its tree.
func (n *node) plant() {
	n.label, n.parent = 1, terminal
	if n.rest < 0 {
		n.label = -1
	}
}

// replant adapts the place of node i in the trees to its residual terminal capacity (Kohli and
// Torr, section 4.2).
func (g *Graph) replant(i int32) {
	n := &g.nodes[i]
	was := n.label
	if n.rest == 0 {
		if n.parent == terminal {
			g.cut(i, n)
		}
		return
	}
	if was > 0 && n.rest < 0 || was < 0 && n.rest > 0 && g.both {
		g.release(i, n)
	}
	if n.plant(); was*n.label <= 0 && (n.label > 0 || g.both) {
		g.activate(i, n)
	}
}

// cut takes the terminal from root i. A tree that does not grow does not adopt it either.
func (g *Graph) cut(i int32, n *node) {
	if n.label > 0 || g.both {
		g.orphan(i, n)
	} else {
		n.label, n.parent = 0, none
	}
}

// run alternates growth, augmentation and adoption until no node is active. After patience nodes
// have grown, the problem is hard, and the sink tree grows too: paths between two trees are shorter.
func (g *Graph) run() {
	mask := len(g.queue) - 1
	for g.head != g.tail {
		i := g.queue[g.head&mask]
		g.head++
		n := &g.nodes[i]
		n.active = 0
		if g.patience--; g.patience < 0 && !g.both {
			g.both = true
			for i := range g.nodes[:g.N()] {
				if n := &g.nodes[i]; n.rest < 0 {
					n.plant()
					g.activate(int32(i), n)
				}
			}
		}
		if max(n.label, -n.label) >= lost/2 {
			g.renew()
		} else if n.label > 0 || n.label < 0 && g.both {
			g.grow(i, n)
		}
	}
	g.head, g.tail = 0, 0
}

// renew lets the trees grow again from their roots: labels are too large.
func (g *Graph) renew() {
	g.head, g.tail = 0, 0
	for i := range g.nodes[:g.N()] {
		n := &g.nodes[i]
		n.label, n.parent, n.active = 0, none, 0
		if n.rest != 0 {
			g.replant(int32(i))
		}
	}
}

// grow lets node i acquire its neighbours, and augments along every arc to the other tree. A
// branch for a neighbour to acquire would often be mispredicted. So every arc writes: free is 1, or
// 0 to change nothing.
func (g *Graph) grow(i int32, n *node) {
	nodes, arcs, queue := g.nodes, g.arcs, g.queue
	mask, side := len(queue)-1, n.side()
	label := n.label + 1 + 2*side
	for a, end := n.first, nodes[i+1].first; a < end; a++ {
		r := arcs[a]
		h := &nodes[r.head]
		free := r.twin >> (side & 1) & h.beyond(side)
		for free&h.taken() != 0 && (h.label != 0 || h.rest < 0) {
			if h.label == 0 {
				h.plant()
			}
			if side == 0 {
				g.augment(a, i, r.head)
			} else {
				g.augment(r.sister(), r.head, i)
			}
			if n.label == 0 {
				return
			}
			r, label = arcs[a], n.label+1+2*side
			free = r.twin >> (side & 1) & h.beyond(side) // the same arc: it may carry more
		}
		queue[g.tail&mask] = r.head
		g.tail += int(free &^ uint32(h.active))
		h.active |= uint8(free)
		shorter := r.twin >> (side & 1) & (uint32((label^side)-(h.label^side)) >> 31)
		h.label ^= -int32(free|shorter) & (h.label ^ label)
		h.parent ^= -int32(free|shorter) & (h.parent ^ r.sister())
	}
}

// taken returns 1 if n is in a tree or has a negative rest, else 0.
func (n *node) taken() uint32 {
	return uint32(n.label|-n.label)>>31 | uint32(math.Float64bits(n.rest)>>63)
}

// side returns 0 for a node of the source tree, and -1 for one of the sink tree.
func (n *node) side() int32 { return n.label >> 31 }

// beyond returns 1 if n is outside of the tree of a side, else 0.
func (n *node) beyond(side int32) uint32 { return uint32((n.label^side)-side-1) >> 31 }

// augment sends as much flow as possible along the path closed by an arc, from a node of the
// source tree to one of the sink tree, and restores the trees. Nodes become orphans if the arc
// to their parent is saturated.
func (g *Graph) augment(middle, from, to int32) {
	nodes, arcs, rest := g.nodes, g.arcs, g.rest
	f := rest[middle]
	n := &nodes[from]
	for n.parent != terminal {
		up := arcs[n.parent]
		f = min(f, rest[up.sister()])
		n = &nodes[up.head]
	}
	f = min(f, n.rest)
	n = &nodes[to]
	for n.parent != terminal {
		f = min(f, rest[n.parent])
		n = &nodes[arcs[n.parent].head]
	}
	f = min(f, -n.rest)
	g.value += f
	push(arcs, rest, middle, f)
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
		g.cut(from, n)
	}
	n = &nodes[to]
	for n.parent != terminal {
		next := arcs[n.parent].head
		if push(arcs, rest, n.parent, f) {
			g.orphan(to, n)
		}
		to = next
		n = &nodes[to]
	}
	if n.rest += f; n.rest == 0 {
		g.cut(to, n)
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
