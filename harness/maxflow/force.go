package maxflow

import "math"

// A forced holds the search and the changes of Force.
type forced struct {
	on       bool
	toSource bool
	against  int32   // -1 if searches walk against the flow, else 0
	pending  []int32 // nodes with a rest of the wrong sign
	steps    []step  // a search from one of them
	moved    []int32
	arcs     []savedArc
	rests    []savedRest
	suspects []int32 // nodes possibly cut off from the source
	value    float64
}

// A step is a node reached by the search, from the node of step from. The arc between them is
// in the direction of the flow: to the node, or from it if the flow must end where the search
// began.
type step struct{ node, arc, from int32 }

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
// Forced to the source side, d sends all its arcs can carry to the nodes of the other side. The
// neighbours send the excess to the sink along shortest paths (Edmonds and Karp 1972). If some
// excess remains, all nodes the search reached move. Forced to the other side, d takes in all its
// arcs can carry. The neighbours take it from the source. The search tree is only read, so
// Rollback restores only the flow.
func (g *Graph) Force(d int, toSource bool) float64 {
	if !g.solved || len(g.changed) > 0 {
		panic("maxflow: Force without a Solve")
	}
	g.Rollback()
	if g.Source(d) == toSource {
		return g.value
	}
	nodes, arcs, u := g.nodes, g.arcs, &g.forced
	u.on, u.toSource, u.value = true, toSource, g.value
	u.pending, u.moved = u.pending[:0], append(u.moved[:0], int32(d))
	n, sign := &nodes[d], 1.0
	if u.against = 0; !toSource {
		u.against, sign = -1, -1
	}
	g.value += math.Abs(n.rest) // the cut severs the arc to the terminal
	n.met = 1
	for a, end := n.first, nodes[d+1].first; a < end; a++ {
		r := arcs[a]
		h := &nodes[r.head]
		if r.meets(h, u.against) == 0 {
			continue
		}
		b := turned(a, r.sister(), u.against)
		f := g.rest[b]
		u.rests = append(u.rests, savedRest{r.head, h.rest})
		g.send(b, f)
		g.value += min(f, max(-sign*h.rest, 0))
		if h.rest += sign * f; h.rest != 0 {
			u.pending = append(u.pending, r.head)
		} else if h.parent == terminal && !toSource {
			u.suspects = append(u.suspects, r.head)
		}
	}
	for _, w := range u.pending {
		if n := &nodes[w]; n.met == 0 && sign*n.rest > 0 {
			g.drain(w)
		}
	}
	if !toSource {
		g.starve()
	}
	return g.value
}

// meets returns 1 if a search can reach h, the head of r, else 0. A search meets each node of the
// side d leaves once. It needs an open arc, or an open sister if it walks against the flow.
func (r arc) meets(h *node, against int32) uint32 {
	return uint32(h.met^1) & (h.beyond(0) ^ uint32(against)) & (r.twin >> (against & 1)) & 1
}

// turned returns arc a if against is 0, and its sister b if it is -1.
func turned(a, b, against int32) int32 { return a ^ (a^b)&against }

// send sends f along arc a, to be undone by Rollback, and reports whether a is now saturated.
func (g *Graph) send(a int32, f float64) bool {
	r := &g.arcs[a]
	b := r.sister()
	s := &g.arcs[b]
	p, q := &g.rest[a], &g.rest[b]
	g.forced.arcs = append(g.forced.arcs, savedArc{r.twin, s.twin, *p, *q})
	r.twin |= opposite // a call of push would look for the pair again
	s.twin |= open
	*q += f
	if *p -= f; *p == 0 {
		r.twin &^= open
		s.twin &^= opposite
		return true
	}
	return false
}

// drain sends as much flow as possible between node w and the terminal that can use its rest. If
// some of it is left, all nodes the search reached move.
func (g *Graph) drain(w int32) {
	nodes, arcs, u, against := g.nodes, g.arcs, &g.forced, g.forced.against
	root := &nodes[w]
	root.met = 1
	steps := append(u.steps[:0], step{node: w, arc: none, from: none})
	for head := 0; head < len(steps); head++ {
		v := steps[head].node
		a, end := nodes[v].first, nodes[v+1].first
		for a < end {
			// A branch on a first meeting alone would be mispredicted half the time. So a step
			// is appended in any case, and dropped again if the node was met before.
			r := arcs[a]
			h := &nodes[r.head]
			meets := r.meets(h, against)
			h.met |= uint8(meets)
			steps = append(steps, step{r.head, turned(a, r.sister(), against), int32(head)})
			steps = steps[:len(steps)-1+int(meets)]
			a++
			if -uint64(meets)&(math.Float64bits(h.rest)<<1) == 0 || (h.rest > 0) == u.toSource {
				continue
			}
			broken := g.sendPath(steps, root)
			if root.rest == 0 {
				u.unmeet(nodes, steps)
				if u.steps = steps; root.parent == terminal && !u.toSource {
					u.suspects = append(u.suspects, w)
				}
				return
			}
			if broken != none {
				// Continue after the saturated arc. Everything found before that step is still
				// valid.
				s := &steps[broken]
				head, a = int(s.from), turned(s.arc, arcs[s.arc].sister(), against)+1
				end = nodes[steps[head].node+1].first
				u.unmeet(nodes, steps[broken:])
				steps = steps[:broken]
			}
		}
	}
	for i := range steps {
		u.moved = append(u.moved, steps[i].node)
	}
	u.steps = steps
}

// unmeet makes the nodes of steps unmet.
func (u *forced) unmeet(nodes []node, steps []step) {
	for i := range steps {
		nodes[steps[i].node].met = 0
	}
}

// sendPath sends as much flow as possible between root and the last step. It returns the first
// step of the path with a saturated arc, or none.
func (g *Graph) sendPath(steps []step, root *node) (broken int32) {
	u := &g.forced
	last := int32(len(steps) - 1)
	end := steps[last].node
	n := &g.nodes[end]
	f := min(math.Abs(n.rest), math.Abs(root.rest))
	for i := last; i > 0; i = steps[i].from {
		f = min(f, g.rest[steps[i].arc])
	}
	g.value += f
	u.rests = append(u.rests, savedRest{end, n.rest}, savedRest{steps[0].node, root.rest})
	if u.toSource {
		n.rest += f
		root.rest -= f
	} else {
		root.rest += f
		if n.rest -= f; n.rest == 0 {
			u.suspects = append(u.suspects, end)
		}
	}
	broken = none
	for i := last; i > 0; i = steps[i].from {
		if s := &steps[i]; g.send(s.arc, f) {
			broken = i
			v := steps[s.from].node
			if !u.toSource && g.nodes[v].parent == g.arcs[s.arc].sister() {
				u.suspects = append(u.suspects, v)
			}
		}
	}
	return broken
}

// starve moves all nodes cut off from the source along with those moved. Ties are resolved
// towards the smallest source side.
func (g *Graph) starve() {
	nodes, arcs, u := g.nodes, g.arcs, &g.forced
	for at := 0; at < len(u.moved) || len(u.suspects) > 0; {
		if at < len(u.moved) {
			v := u.moved[at]
			at++
			for a, end := nodes[v].first, nodes[v+1].first; a < end; a++ {
				r := arcs[a]
				if h := &nodes[r.head]; h.parent == r.sister() && h.met == 0 {
					u.suspects = append(u.suspects, r.head)
				}
			}
			continue
		}
		last := len(u.suspects) - 1
		i := u.suspects[last]
		u.suspects = u.suspects[:last]
		if nodes[i].met == 0 {
			g.feed(i)
		}
	}
}

// feed moves node i and all nodes with a path to it, unless the source still reaches them.
func (g *Graph) feed(i int32) {
	nodes, arcs, u := g.nodes, g.arcs, &g.forced
	first := len(u.moved)
	fed := nodes[i].rest > 0
	u.moved, nodes[i].met = append(u.moved, i), 1
	for at := first; at < len(u.moved) && !fed; at++ {
		v := u.moved[at]
		for a, end := nodes[v].first, nodes[v+1].first; a < end && !fed; a++ {
			r := arcs[a]
			if h := &nodes[r.head]; r.meets(h, -1) != 0 {
				u.moved, h.met = append(u.moved, r.head), 1
				fed = h.rest > 0
			}
		}
	}
	if fed {
		for _, j := range u.moved[first:] {
			nodes[j].met = 0
		}
		u.moved = u.moved[:first]
	}
}

// Rollback undoes Force, to the last bit. O(changes of Force).
func (g *Graph) Rollback() {
	if g.forced.on {
		g.rollback()
	}
}

func (g *Graph) rollback() {
	u := &g.forced
	for i := len(u.arcs) - 1; i >= 0; i-- {
		s := &u.arcs[i]
		a, b := s.opposite>>2, s.twin>>2
		g.arcs[a].twin, g.arcs[b].twin = s.twin, s.opposite
		g.rest[a], g.rest[b] = s.rest, s.back
	}
	for i := len(u.rests) - 1; i >= 0; i-- {
		g.nodes[u.rests[i].i].rest = u.rests[i].rest
	}
	for _, i := range u.moved {
		g.nodes[i].met = 0
	}
	u.moved, u.arcs, u.rests = u.moved[:0], u.arcs[:0], u.rests[:0]
	g.value, u.on = u.value, false
}

// Moved appends the nodes moved to the other side of the cut by Force, in no particular order.
// O(their number).
func (g *Graph) Moved(list []int32) []int32 {
	if g.forced.on {
		list = append(list, g.forced.moved...)
	}
	return list
}
