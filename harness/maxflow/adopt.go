package maxflow

// lost is added to the labels of orphans: no other orphan takes them for parents.
const lost = 1 << 30

// orphan cuts node i off from its parent. adopt finds it a new one.
func (g *Graph) orphan(i int32, n *node) {
	n.parent = orphaned
	n.label += lost * (1 + 2*n.side())
	g.orphans = append(g.orphans, i)
}

// adopt finds a new parent for every orphan. If there is none, it frees the orphan and makes its
// children orphans.
func (g *Graph) adopt() {
	for at := 0; at < len(g.orphans); at++ {
		i := g.orphans[at]
		if n := &g.nodes[i]; n.parent == orphaned {
			n.label -= lost * (1 + 2*n.side())
			g.foster(i, n)
			if n.parent == orphaned {
				g.release(i, n)
			}
		}
	}
	g.orphans = g.orphans[:0]
}

// foster gives orphan i the parent of least label if this label is at most its own. Such a node is
// no descendant, as labels grow along the tree. A parent of the same label raises the label of i.
// Children become orphans if theirs is no longer larger.
//
// The parent may be cut off from its terminal, and not known as such: then i is an orphan once
// more.
func (g *Graph) foster(i int32, n *node) {
	nodes, arcs, side := g.nodes, g.arcs, n.side()
	best := ^uint64(0) // least label - 1, and its arc
	a, end := n.first, nodes[i+1].first
	for ; a < end; a++ {
		r := arcs[a]
		closed := r.twin>>(^side&1)&1 - 1
		label := uint32((nodes[r.head].label ^ side) - side - 1)
		best = min(best, uint64(label|closed)<<32|uint64(a))
	}
	old, least := (n.label^side)-side, best>>32
	if least >= uint64(min(old, lost/2)) {
		return
	}
	n.parent = int32(best)
	n.label = (int32(least) + 2 ^ side) - side
	if int32(least)+2 <= old {
		return
	}
	for a := n.first; a < end; a++ {
		r := arcs[a]
		if h := &nodes[r.head]; h.parent == r.sister() && h.label == n.label {
			g.orphan(r.head, h)
		}
	}
}

// release frees node i. Neighbours able to acquire it become active, its children orphans.
func (g *Graph) release(i int32, n *node) {
	nodes, arcs, queue, side := g.nodes, g.arcs, g.queue, n.side()
	tail, mask := g.tail, len(queue)-1
	for a, end := n.first, nodes[i+1].first; a < end; a++ {
		r := arcs[a]
		h := &nodes[r.head]
		queue[tail&mask] = r.head // stays if able: a branch would be mispredicted
		able := uint8(r.twin>>(^side&1)&1&^h.beyond(side)) &^ h.active
		h.active |= able
		tail += int(able)
		if h.parent == r.sister() {
			g.orphan(r.head, h)
		}
	}
	g.tail = tail
	n.label, n.parent = 0, none
}
