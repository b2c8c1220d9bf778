package maxflow

import "math"

// Solve finds a maximum flow and the minimum cut, and returns their value. After the first call
// it starts from the flow and the trees of the last.
func (g *Graph) Solve() float64 {
	g.Rollback()
	if !g.built {
		g.build()
	}
	if g.solved {
		g.repair()
		g.run()
	} else {
		g.start()
	}
	return g.value
}

// batch is the number of nodes of a graph without flow that grow at a time: the data of these
// nodes and their arcs fit into a cache of 2 MB.
const batch = 1 << 14

// start finds the flow of a graph without any. First it sends flow along single arcs from
// source nodes to sink nodes. Then it plants all trees, but lets them grow batch by batch:
// other trees can meet a tree before it has grown.
func (g *Graph) start() {
	g.solved = true
	g.sendAcross()
	for i := range g.nodes[:g.N()] {
		if n := &g.nodes[i]; n.rest != 0 {
			g.plant(n)
		}
	}
	for i, n := 0, g.N(); i < n; {
		for end := min(i+batch, n); i < end; i++ {
			if n := &g.nodes[i]; n.tree != free {
				g.activate(int32(i), n)
			}
		}
		g.run()
	}
}

// sendAcross sends flow along single arcs from nodes of the source to nodes of the sink.
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
			if h.rest >= 0 || !r.opens(source) {
				continue
			}
			f := min(left, rest[a], -h.rest)
			left -= f
			h.rest += f
			push(arcs, rest, a, f)
			value += f
		}
		n.rest = left
	}
	g.value = value
}

// plant makes a node with residual terminal capacity a root of its tree.
func (g *Graph) plant(n *node) {
	n.tree = source
	if n.rest < 0 {
		n.tree = sink
	}
	n.parent, n.dist, n.time = terminal, 1, g.time
}

// repair adapts the trees to changed terminal capacities.
func (g *Graph) repair() {
	if g.time > math.MaxInt32/2 {
		g.renew()
	}
	g.time++
	for _, i := range g.changed {
		g.replant(i)
	}
	g.changed = g.changed[:0]
	g.adopt()
}

// renew sets the clock back, and corrects the distances of all nodes.
func (g *Graph) renew() {
	for i := range g.nodes {
		g.nodes[i].time = 0
	}
	g.time = 1
	for i := range g.nodes {
		if g.nodes[i].tree != free {
			g.depth(int32(i))
		}
	}
}

// replant adapts the place of node i in the trees to its residual terminal capacity (Kohli and
// Torr, section 4.2).
func (g *Graph) replant(i int32) {
	n := &g.nodes[i]
	switch {
	case n.rest == 0:
		if n.parent == terminal {
			g.orphan(i, n)
		}
	case (n.rest > 0) == (n.tree == source) && n.tree != free:
		n.parent, n.dist, n.time = terminal, 1, g.time
	default:
		if n.tree != free {
			g.release(i, n)
		}
		g.plant(n)
		g.activate(i, n)
	}
}

// run alternates growth, augmentation and adoption until no node is active.
func (g *Graph) run() {
	mask := len(g.queue) - 1
	for g.head != g.tail {
		i := g.queue[g.head&mask]
		g.head++
		n := &g.nodes[i]
		n.active = false
		if n.tree != free {
			g.grow(i, n)
		}
	}
	g.head, g.tail = 0, 0
}

// grow lets node i acquire its neighbours, and augments along every arc to the other tree.
func (g *Graph) grow(i int32, n *node) {
	nodes, arcs, side := g.nodes, g.arcs, n.tree
	others := uint32(1<<free | 1<<side.other())
	for a, end := n.first, nodes[i+1].first; a < end; {
		r := arcs[a]
		h := &nodes[r.head]
		// 1 if h.time <= n.time and h.dist > n.dist+1: a shorter path to the terminal.
		shorter := uint32((h.time-n.time-1)&(n.dist+1-h.dist)) >> 31
		// one branch: either alone would be mispredicted half the time
		if r.open(side)&(h.tree.in(others)|shorter) == 0 {
			a++
			continue
		}
		switch h.tree {
		case side:
			h.parent, h.dist, h.time = r.sister(), n.dist+1, n.time
		case free:
			h.tree, h.parent, h.dist, h.time = side, r.sister(), n.dist+1, n.time
			g.activate(r.head, h)
		default:
			if side == source {
				g.augment(a, i, r.head)
			} else {
				g.augment(r.sister(), r.head, i)
			}
			if n.tree != side {
				return
			}
			continue // the same arc: it may carry more
		}
		a++
	}
}

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
	g.time++
	push(arcs, rest, middle, f)
	n = &nodes[from]
	for n.parent != terminal {
		up := arcs[n.parent]
		if push(arcs, rest, up.sister(), f) == 0 {
			g.orphan(from, n)
		}
		from = up.head
		n = &nodes[from]
	}
	if n.rest -= f; n.rest == 0 {
		g.orphan(from, n)
	}
	n = &nodes[to]
	for n.parent != terminal {
		next := arcs[n.parent].head
		if push(arcs, rest, n.parent, f) == 0 {
			g.orphan(to, n)
		}
		to = next
		n = &nodes[to]
	}
	if n.rest += f; n.rest == 0 {
		g.orphan(to, n)
	}
	g.adopt()
}

// push sends f > 0 along arc a and returns its residual capacity.
func push(arcs []arc, rest []float64, a int32, f float64) float64 {
	r := &arcs[a]
	b := r.sister()
	s := &arcs[b]
	r.twin |= uint32(sink)
	s.twin |= uint32(source)
	rest[b] += f
	rest[a] -= f
	left := rest[a]
	if left == 0 {
		r.twin &^= uint32(source)
		s.twin &^= uint32(sink)
	}
	return left
}

// activate puts node i into the queue unless it is already there.
func (g *Graph) activate(i int32, n *node) {
	if !n.active {
		n.active = true
		g.queue[g.tail&(len(g.queue)-1)] = i
		g.tail++
	}
}
