package maxflow

import "math"

// A forced holds the search and the changes of Force.
type forced struct {
	on       bool
	toSource bool
	steps    []step // the search from the forced node; at its end, the moved nodes
	arcs     []savedArc
	rests    []savedRest
	suspects []int32 // nodes possibly cut off from the source
	search   []int32 // queue of fed
	value    float64
}

// A step is a node reached by the search, from the node of step from. The arc between them is
// in the direction of the flow: to the node, or from it if the flow must end where the search
// began.
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

// Force finds the minimum cut with node d on the given side and returns its value. The change
// lasts until Rollback; any other call that changes g rolls back first. Force needs a Solve
// after the last change. Its cost is that of the changed part of the flow.
//
// Forced to the source side, d is a source without limit: Force sends all that d can still send
// to the sink along shortest paths (Edmonds and Karp 1972). Forced to the other side, d takes
// in all that the source can still send to it. The search trees are only read, so Rollback
// restores only the flow.
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

// newMark returns a number not in use as a mark of any node.
func (g *Graph) newMark() int32 {
	if g.marks == math.MaxInt32 { // all numbers are used: start again
		for i := range g.nodes {
			g.nodes[i].mark = 0
		}
		g.marks = 0
	}
	g.marks++
	return g.marks
}

// met is set in the tree of a node in steps.
const met tree = 4

// saturate sends as much flow as possible between node d and the terminal of its tree. It
// leaves in steps the nodes still connected to d. The search visits only nodes of the side d
// leaves.
func (g *Graph) saturate(d int32) {
	nodes, arcs, u := g.nodes, g.arcs, &g.forced
	// way is the tree that would grow along the paths, leaves the trees of the nodes on them.
	way, leaves, against := sink, uint32(1<<source), int32(-1)
	if u.toSource {
		way, leaves, against = source, 1<<sink|1<<free, 0
	}
	nodes[d].tree |= met
	steps := append(u.steps[:0], step{node: d, arc: none, from: none})
	for head := 0; head < len(steps); head++ {
		v := steps[head].node
		a, end := nodes[v].first, nodes[v+1].first
		for a < end {
			// A branch on a first meeting alone would be mispredicted half the time. So a step
			// is appended in any case, and dropped again if the node was met before.
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
				// Continue after the saturated arc. Everything found before that step is still
				// valid.
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

// turned returns arc a if against is 0, and its sister b if it is -1.
func turned(a, b, against int32) int32 { return a ^ (a^b)&against }

// send sends as much flow as possible along the path of the last step and its terminal. It
// returns the first step of the path with a saturated arc, or none.
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
		*q += f // inlined push: a call would look for the pair once more, 5 % of Force
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

// starve adds to steps all nodes cut off from the source along with those there. Ties are
// resolved towards the smallest source side.
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

// fed reports whether the source still reaches node i. If not, search holds all nodes with a
// path to i.
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
			if !r.opens(sink) { // no residual capacity from its head
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

// Rollback undoes Force, to the last bit. O(changes of Force).
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

// Moved appends the nodes moved to the other side of the cut by Force, in no particular order.
// O(their number).
func (g *Graph) Moved(list []int32) []int32 {
	if g.forced.on {
		for i := range g.forced.steps {
			list = append(list, g.forced.steps[i].node)
		}
	}
	return list
}
