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

// A step is a node that the search has reached from the node of step from. The arc
// between them is the one that flow takes: to the node, or from it if the flow is to
// end where the search began.
type step struct {
	node, arc int32
	from      int32
	was       tree // before Force
}

// A savedArc is a pair of arcs: each is named by the other's twin.
type savedArc struct {
	twin, opposite uint32
	rest, back     float64
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
	nodes, arcs, u := g.nodes, g.arcs, &g.forced
	way, leaves, against := sink, uint32(1<<source), int32(-1) // the tree that would grow along the ways, and the trees of the nodes there
	if u.toSource {
		way, leaves, against = source, 1<<sink|1<<free, 0
	}
	nodes[d].tree |= met
	steps := append(u.steps[:0], step{node: d, arc: none, from: none})
	for head := 0; head < len(steps); head++ {
		v := steps[head].node
		a, end := nodes[v].first, nodes[v+1].first
		for a < end {
			// Whether a neighbour is met for the first time is a toss of a coin: no branch
			// depends on it alone, and a step that is none is dropped again.
			r := arcs[a]
			h := &nodes[r.head]
			meets := r.open(way) & h.tree.in(leaves)
			h.tree |= tree(meets) * met
			steps = append(steps, step{node: r.head, arc: turned(a, r.sister(), against), from: int32(head)})
			steps = steps[:len(steps)-1+int(meets)]
			a++
			if -uint64(meets)&(math.Float64bits(h.rest)<<1) == 0 { // not met, or h.rest == 0
				continue
			}
			if broken := g.send(steps); broken != none {
				// What was found out before the step that is cut off now remains.
				s := &steps[broken]
				head, a = int(s.from), turned(s.arc, arcs[s.arc].sister(), against)+1
				end = nodes[steps[head].node+1].first
				for _, s := range steps[broken:] {
					nodes[s.node].tree &^= met
				}
				steps = steps[:broken]
			}
		}
	}
	u.steps = steps
}

// turned returns arc a, or its sister b where against is -1 rather than 0.
func turned(a, b, against int32) int32 { return a ^ (a^b)&against }

// send sends what it can along the path of the last step and its terminal. It
// returns the first step of the path whose arc is saturated, or none.
func (g *Graph) send(steps []step) (broken int32) {
	nodes, arcs, rest, u := g.nodes, g.arcs, g.rest, &g.forced
	last := int32(len(steps) - 1)
	end := steps[last].node
	n := &nodes[end]
	f := math.Abs(n.rest)
	for i := last; i > 0; i = steps[i].from {
		f = min(f, rest[steps[i].arc])
	}
	g.value += f
	u.rests = append(u.rests, savedRest{end, n.rest})
	if u.toSource {
		n.rest += f
	} else if n.rest -= f; n.rest == 0 {
		u.suspects = append(u.suspects, end)
	}
	broken = none
	log := u.arcs
	for i := last; i > 0; {
		s := &steps[i]
		r := &arcs[s.arc]
		b := r.sister()
		back := &arcs[b]
		p, q := &rest[s.arc], &rest[b]
		log = append(log, savedArc{r.twin, back.twin, *p, *q})
		*q += f // as push does, which would look for the pair once more: 5 % of Force
		r.twin |= uint32(sink)
		back.twin |= uint32(source)
		if *p -= f; *p == 0 {
			broken = i
			r.twin &^= uint32(source)
			back.twin &^= uint32(sink)
			if v := steps[s.from].node; !u.toSource && nodes[v].parent == b {
				u.suspects = append(u.suspects, v)
			}
		}
		i = s.from
	}
	u.arcs = log
	return broken
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
	u, arcs, rest := &g.forced, g.arcs, g.rest
	for i := len(u.arcs) - 1; i >= 0; i-- {
		s := &u.arcs[i]
		a, b := s.opposite>>2, s.twin>>2
		arcs[a].twin, arcs[b].twin = s.twin, s.opposite
		rest[a], rest[b] = s.rest, s.back
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
