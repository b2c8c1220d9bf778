package maxflow

import "math"

// An undo is the log of what Force has changed.
type undo struct {
	on    bool
	nodes []savedNode
	arcs  []savedArc
	value float64
	time  int32
}

type savedNode struct {
	i int32
	n node
}

type savedArc struct {
	a          int32
	rest, back float64
}

// Force finds the minimum cut with node d on the given side and returns its
// value, until Rollback; any other call that changes g rolls back first. It
// needs a Solve after the last change. The cost is that of the part of the flow
// that changes.
func (g *Graph) Force(d int, toSource bool) float64 {
	if !g.solved || len(g.changed) > 0 {
		panic("maxflow: Force without a Solve")
	}
	g.Rollback()
	if g.Source(d) == toSource {
		return g.value
	}
	g.undo.on, g.undo.value, g.undo.time = true, g.value, g.time
	n := &g.nodes[d]
	g.save(int32(d), n)
	if toSource { // the cut severs the arc to the sink
		g.value += max(-n.rest, 0)
		n.rest = math.Inf(1)
	} else {
		g.value += max(n.rest, 0)
		n.rest = math.Inf(-1)
	}
	g.time++
	g.replant(int32(d))
	g.adopt()
	g.run()
	return g.value
}

// Rollback undoes Force to the last bit. O(what Force changed).
func (g *Graph) Rollback() {
	u := &g.undo
	if !u.on {
		return
	}
	for i := len(u.arcs) - 1; i >= 0; i-- {
		s := &u.arcs[i]
		r := &g.arcs[s.a]
		r.rest = s.rest
		g.arcs[r.sister].rest = s.back
	}
	for i := range u.nodes {
		g.nodes[u.nodes[i].i] = u.nodes[i].n
	}
	u.nodes, u.arcs = u.nodes[:0], u.arcs[:0]
	g.value, g.time, u.on = u.value, u.time, false
}

// Moved appends to list the nodes that Force has taken to the other side of the
// cut, in no order. O(what Force changed).
func (g *Graph) Moved(list []int32) []int32 {
	for i := range g.undo.nodes {
		s := &g.undo.nodes[i]
		if (s.n.tree == source) != g.Source(int(s.i)) {
			list = append(list, s.i)
		}
	}
	return list
}

// save logs node i before it changes for the first time since Force.
func (g *Graph) save(i int32, n *node) {
	if g.undo.on && !n.saved {
		g.undo.nodes = append(g.undo.nodes, savedNode{i, *n})
		n.saved = true
	}
}
