package maxflow

import "math"

// A forced is what Force has found and changed.
type forced struct {
	on       bool
	toSource bool
	steps    []step // the search from the forced node; at its end, the nodes that moved
	arcs     []savedArc
	rests    []savedRest
	suspects []int32 // nodes that the source may not reach any more
	search   []int32 // queue of fed
	value    float64
}

// A step is a node that the search has reached: by an arc of the node of step from.
type step struct {
	node, arc int32
	from      int32
	was       tree // before Force
}

type savedArc struct {
	a          int32
	rest, back float64
}

type savedRest struct {
	i    int32
	rest float64
}

// Force finds the minimum cut with node d on the given side and returns its
// value, until Rollback; any other call that changes g rolls back first. It
// needs a Solve after the last change. The cost is that of the part of the flow
// that changes.
//
// Forced to the source side, d is a source without limit, and what it can still
// send to the sink is sent along shortest paths (Edmonds and Karp 1972); forced to
// the other side, d takes in what the source can still send to it. The search trees
// are only read: all that is left to take back is the flow.
func (g *Graph) Force(d int, toSource bool) float64 {
	if !g.solved || len(g.changed) > 0 {
		panic("maxflow: Force without a Solve")
	}
	g.Rollback()
	if g.Source(d) == toSource {
		return g.value
	}
	u := &g.forced
	u.on, u.toSource, u.value = true, toSource, g.value
	if rest := g.nodes[d].rest; toSource { // the cut severs the arc to the sink
		g.value += max(-rest, 0)
	} else {
		g.value += max(rest, 0)
	}
	g.saturate(int32(d))
	if !toSource {
		g.starve()
	}
	for i := range u.steps {
		s := &u.steps[i]
		n := &g.nodes[s.node]
		s.was, n.tree = n.tree&^met, free
		if toSource {
			n.tree = source
		}
	}
	return g.value
}

// newMark returns a number that no node is marked with.
func (g *Graph) newMark() int32 {
	if g.marks == math.MaxInt32 { // all have been given: they start again
		for i := range g.nodes {
			g.nodes[i].mark = 0
		}
		g.marks = 0
	}
	g.marks++
	return g.marks
}

// met is set in the tree of a node that is in steps.
const met tree = 4

// saturate sends all it can between node d and the terminal of its tree, and
// leaves in steps the nodes between which and d there is still a way. The search
// goes through nodes of the side that d leaves only.
func (g *Graph) saturate(d int32) {
	nodes, arcs := g.nodes, g.arcs
	way, leaves := sink, uint32(1<<source) // the tree that would grow along the ways, and the trees of the nodes there
	if g.forced.toSource {
		way, leaves = source, 1<<sink|1<<free
	}
	nodes[d].tree |= met
	steps := append(g.forced.steps[:0], step{node: d, arc: none, from: none})
	head, a, end := 0, nodes[d].first, nodes[d+1].first
	for {
		if a == end {
			if head++; head == len(steps) {
				break
			}
			v := steps[head].node
			a, end = nodes[v].first, nodes[v+1].first
			continue
		}
		r := arcs[a]
		a++
		h := &nodes[r.head]
		if r.open(way)&h.tree.in(leaves) == 0 { // closed, met, or of the other side
			continue
		}
		h.tree |= met
		steps = append(steps, step{node: r.head, arc: a - 1, from: int32(head)})
		if h.rest == 0 {
			continue
		}
		if broken := g.send(steps); broken != none {
			// What was found out before the step that is cut off now remains.
			head, a = int(steps[broken].from), steps[broken].arc+1
			end = nodes[steps[head].node+1].first
			for _, s := range steps[broken:] {
				nodes[s.node].tree &^= met
			}
			steps = steps[:broken]
		}
	}
	g.forced.steps = steps
}

// send sends what it can along the path of the last step and its terminal. It
// returns the first step of the path whose arc is saturated, or none.
func (g *Graph) send(steps []step) (broken int32) {
	nodes, arcs, rest, u := g.nodes, g.arcs, g.rest, &g.forced
	last := int32(len(steps) - 1)
	end := steps[last].node
	n := &nodes[end]
	f := math.Abs(n.rest)
	for i := last; i > 0; i = steps[i].from {
		f = min(f, rest[g.along(steps[i].arc)])
	}
	g.value += f
	u.rests = append(u.rests, savedRest{end, n.rest})
	if u.toSource {
		n.rest += f
	} else if n.rest -= f; n.rest == 0 {
		u.suspects = append(u.suspects, end)
	}
	broken = none
	for i := last; i > 0; {
		s := &steps[i]
		a := g.along(s.arc)
		u.arcs = append(u.arcs, savedArc{a, rest[a], rest[arcs[a].sister()]})
		if push(arcs, rest, a, f) == 0 {
			broken = i
			if v := steps[s.from].node; !u.toSource && nodes[v].parent == s.arc {
				u.suspects = append(u.suspects, v)
			}
		}
		i = s.from
	}
	return broken
}

// along returns the arc of a step in the direction of the flow.
func (g *Graph) along(a int32) int32 {
	if g.forced.toSource {
		return a
	}
	return g.arcs[a].sister()
}

// starve adds to steps the nodes that are cut off from the source along with
// those there: where that is a tie, the source side is the smallest one.
func (g *Graph) starve() {
	nodes, arcs, u := g.nodes, g.arcs, &g.forced
	for at := 0; at < len(u.steps) || len(u.suspects) > 0; {
		if at < len(u.steps) {
			v := u.steps[at].node
			at++
			for a, end := nodes[v].first, nodes[v+1].first; a < end; a++ {
				r := arcs[a]
				if h := &nodes[r.head]; h.parent == r.sister() && h.tree&met == 0 {
					u.suspects = append(u.suspects, r.head)
				}
			}
			continue
		}
		last := len(u.suspects) - 1
		i := u.suspects[last]
		u.suspects = u.suspects[:last]
		if nodes[i].tree&met != 0 || g.fed(i) {
			continue
		}
		for _, j := range u.search {
			nodes[j].tree |= met
			u.steps = append(u.steps, step{node: j, arc: none, from: none})
		}
	}
}

// fed reports whether the source still reaches node i; else search holds all
// nodes that reach i.
func (g *Graph) fed(i int32) bool {
	nodes, arcs, u := g.nodes, g.arcs, &g.forced
	if nodes[i].rest > 0 {
		return true
	}
	mark := g.newMark()
	nodes[i].mark = mark
	u.search = append(u.search[:0], i)
	for at := 0; at < len(u.search); at++ {
		v := u.search[at]
		for a, end := nodes[v].first, nodes[v+1].first; a < end; a++ {
			r := arcs[a]
			if !r.opens(sink) { // no way from its head
				continue
			}
			h := &nodes[r.head]
			if h.tree != source || h.mark == mark {
				continue
			}
			if h.rest > 0 {
				return true
			}
			h.mark = mark
			u.search = append(u.search, r.head)
		}
	}
	return false
}

// Rollback undoes Force to the last bit. O(what Force changed).
func (g *Graph) Rollback() {
	if g.forced.on {
		g.rollback()
	}
}

func (g *Graph) rollback() {
	u := &g.forced
	for i := len(u.arcs) - 1; i >= 0; i-- {
		s := &u.arcs[i]
		g.setRest(s.a, s.rest, s.back)
	}
	for i := len(u.rests) - 1; i >= 0; i-- {
		g.nodes[u.rests[i].i].rest = u.rests[i].rest
	}
	for i := range u.steps {
		g.nodes[u.steps[i].node].tree = u.steps[i].was
	}
	u.steps, u.arcs, u.rests = u.steps[:0], u.arcs[:0], u.rests[:0]
	g.value, u.on = u.value, false
}

// Moved appends to list the nodes that Force has taken to the other side of the
// cut, in no order. O(their number).
func (g *Graph) Moved(list []int32) []int32 {
	if g.forced.on {
		for i := range g.forced.steps {
			list = append(list, g.forced.steps[i].node)
		}
	}
	return list
}
