package maxflow

import "math"

// Solve finds a maximum flow and the minimum cut, and returns their value.
// After the first time it starts from the flow and the trees of the last.
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

// batch is how many nodes of a graph without flow grow at a time: what they and
// their arcs need stays in a cache of 2 MB.
const batch = 1 << 14

// start finds the flow of a graph that has none. What one arc can carry from a node
// of the source to a node of the sink is sent first. Then all trees are planted, but
// let grow batch by batch: one that has not grown yet can be met by the others.
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

// sendAcross sends what single arcs can carry from nodes of the source to nodes of
// the sink.
func (g *Graph) sendAcross() {
	nodes, arcs := g.nodes, g.arcs
	for i := range nodes[:g.N()] {
		n := &nodes[i]
		if n.rest <= 0 {
			continue
		}
		for a := n.first; a < nodes[i+1].first; a++ {
			r := &arcs[a]
			h := &nodes[r.head]
			if h.rest >= 0 || r.rest == 0 {
				continue
			}
			f := min(n.rest, r.rest, -h.rest)
			n.rest -= f
			r.rest -= f
			h.rest += f
			arcs[r.sister].rest += f
			g.value += f
			if n.rest == 0 {
				break
			}
		}
	}
}

// plant makes a node with residual terminal capacity a root of its tree.
func (g *Graph) plant(n *node) {
	n.tree = source
	if n.rest < 0 {
		n.tree = sink
	}
	n.parent, n.dist, n.time = terminal, 1, g.time
}

// repair makes the trees fit the terminal capacities that have changed.
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

// renew sets the clock back, and the distances of all nodes to what they are.
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

// replant makes the place of node i in the trees fit its residual terminal
// capacity (Kohli and Torr, section 4.2).
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
		switch n.tree {
		case source:
			g.growSource(i, n)
		case sink:
			g.growSink(i, n)
		}
	}
	g.head, g.tail = 0, 0
}

// growSource lets node i of the source tree acquire its neighbours, and
// augments where it meets the sink tree.
func (g *Graph) growSource(i int32, n *node) {
	nodes, arcs := g.nodes, g.arcs
	for a, end := n.first, nodes[i+1].first; a < end; {
		r := &arcs[a]
		if r.rest == 0 {
			a++
			continue
		}
		h := &nodes[r.head]
		switch h.tree {
		case sink:
			g.augment(a)
			if n.tree != source {
				return
			}
			continue // the same arc: it may carry more
		case free:
			h.tree, h.parent, h.dist, h.time = source, r.sister, n.dist+1, n.time
			g.activate(r.head, h)
		default:
			if h.time <= n.time && h.dist > n.dist { // a shorter way to the source
				h.parent, h.dist, h.time = r.sister, n.dist+1, n.time
			}
		}
		a++
	}
}

// growSink is growSource for the sink tree, whose arcs lead towards the root.
func (g *Graph) growSink(i int32, n *node) {
	nodes, arcs := g.nodes, g.arcs
	for a, end := n.first, nodes[i+1].first; a < end; {
		r := &arcs[a]
		h := &nodes[r.head]
		if h.tree == sink && (h.time > n.time || h.dist <= n.dist) || arcs[r.sister].rest == 0 {
			a++
			continue
		}
		switch h.tree {
		case source:
			g.augment(r.sister)
			if n.tree != sink {
				return
			}
			continue
		case free:
			h.tree, h.parent, h.dist, h.time = sink, r.sister, n.dist+1, n.time
			g.activate(r.head, h)
		default:
			h.parent, h.dist, h.time = r.sister, n.dist+1, n.time
		}
		a++
	}
}

// augment sends what it can along the path that arc a closes, from the source
// tree to the sink tree, and restores the trees.
func (g *Graph) augment(middle int32) {
	nodes, arcs := g.nodes, g.arcs
	m := &arcs[middle]
	from, to := arcs[m.sister].head, m.head
	f := m.rest
	i := from
	for nodes[i].parent != terminal {
		up := &arcs[nodes[i].parent]
		f = min(f, arcs[up.sister].rest)
		i = up.head
	}
	f = min(f, nodes[i].rest)
	for i = to; nodes[i].parent != terminal; {
		up := &arcs[nodes[i].parent]
		f = min(f, up.rest)
		i = up.head
	}
	f = min(f, -nodes[i].rest)
	g.value += f
	g.time++
	g.push(middle, f)
	g.drain(from, f, source)
	g.drain(to, f, sink)
	g.adopt()
}

// drain sends f along the path between node i and the root of its tree. Nodes
// whose way to the root is saturated become orphans.
func (g *Graph) drain(i int32, f float64, side tree) {
	for {
		n := &g.nodes[i]
		if n.parent == terminal {
			if side == source {
				n.rest -= f
			} else {
				n.rest += f
			}
			if n.rest == 0 {
				g.orphan(i, n)
			}
			return
		}
		a := n.parent
		next := g.arcs[a].head
		if side == source {
			a = g.arcs[a].sister
		}
		if g.push(a, f) == 0 {
			g.orphan(i, n)
		}
		i = next
	}
}

// push sends f along arc a and returns its residual capacity.
func (g *Graph) push(a int32, f float64) float64 {
	r := &g.arcs[a]
	s := &g.arcs[r.sister]
	r.rest -= f
	s.rest += f
	return r.rest
}

// activate puts node i into the queue unless it is there.
func (g *Graph) activate(i int32, n *node) {
	if !n.active {
		n.active = true
		g.queue[g.tail&(len(g.queue)-1)] = i
		g.tail++
	}
}
