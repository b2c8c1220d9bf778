package partition

import (
	"fmt"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A Growth is the order of trying the neighbours of a forest.
type Growth string

// Orders of growth.
const (
	BreadthFirst Growth = "breadth-first"
	DepthFirst   Growth = "depth-first"
)

// A Grower draws partitions of one graph. Each grows first from variables not in an earlier A.
// It is not safe for concurrent use.
type Grower struct {
	edges   []sp.Edge
	growth  Growth
	r       *rand.Rand
	at      sp.Incidence
	covered []bool // n: has been in an A since the last reset
	left    int    // variables not covered

	in, tried []bool  // n: of the growing forest
	tree      []int32 // n: union-find
	joined    []int32 // n: the last variable found at a tree, by its root
	queue     []int32
	order     []int32 // of roots
}

// NewGrower returns the grower of the instance's graph under seed.
func NewGrower(x *sp.Instance, g Growth, seed uint64) *Grower {
	if g != BreadthFirst && g != DepthFirst {
		panic(fmt.Sprintf("partition: growth %q, must be %s or %s", g, BreadthFirst, DepthFirst))
	}
	n := x.N()
	w := &Grower{
		edges: x.Edges, growth: g, r: rand.New(rand.NewPCG(uint64(perturb.NewKey(seed, x.ID)), 0)),
		covered: make([]bool, n), left: n, in: make([]bool, n), tried: make([]bool, n),
		tree: make([]int32, n), joined: make([]int32, n), order: make([]int32, n),
	}
	w.at.Fit(n, x.Edges)
	return w
}

// Next returns a maximal forest: no variable can be added to it. It grows first among the
// variables in no earlier forest, until none of them can be added, and then among the others.
// Once every variable has been in a forest, all count as new again. O(n+m) times the logarithm
// of the union-find.
func (w *Grower) Next() *sp.Forest {
	clear(w.in)
	clear(w.tried)
	for d := range w.tree {
		w.tree[d], w.joined[d], w.order[d] = int32(d), -1, int32(d)
	}
	w.r.Shuffle(len(w.order), func(i, j int) { w.order[i], w.order[j] = w.order[j], w.order[i] })
	if fresh := w.left; fresh < len(w.in) {
		w.grow(func(d int32) bool { return !w.covered[d] })
	}
	w.grow(func(int32) bool { return true })
	w.cover()
	f, err := sp.NewForest(w.in, w.edges)
	if err != nil {
		panic("partition: " + err.Error()) // a bug in this file
	}
	return f
}

// grow tries all admissible variables: a random root, then its neighbours in the order of
// growth, and so on; then another root. A rejected variable stays outside for good, because the
// trees it would join in a cycle never come apart.
func (w *Grower) grow(may func(d int32) bool) {
	for _, root := range w.order {
		if w.tried[root] || !may(root) {
			continue
		}
		w.queue = append(w.queue[:0], root)
		for head := 0; head < len(w.queue); {
			var d int32
			if w.growth == BreadthFirst {
				d = w.queue[head]
				head++
			} else {
				last := len(w.queue) - 1
				d, w.queue = w.queue[last], w.queue[:last]
			}
			if w.tried[d] || !w.add(d) {
				continue
			}
			first := len(w.queue)
			for _, e := range w.at.At(d) {
				if other := w.edges[e].U + w.edges[e].V - d; !w.tried[other] && may(other) {
					w.queue = append(w.queue, other)
				}
			}
			fresh := w.queue[first:]
			w.r.Shuffle(len(fresh), func(i, j int) { fresh[i], fresh[j] = fresh[j], fresh[i] })
		}
	}
}

// add puts d into the forest, unless two of its edges lead to the same tree. It reports whether
// it did.
func (w *Grower) add(d int32) bool {
	w.tried[d] = true
	at := w.at.At(d)
	for _, e := range at {
		if tree, ok := w.across(e, d); ok {
			if w.joined[tree] == d {
				return false
			}
			w.joined[tree] = d
		}
	}
	w.in[d] = true
	for _, e := range at {
		if tree, ok := w.across(e, d); ok {
			w.tree[tree] = d
		}
	}
	return true
}

// across returns the tree at the other end of edge e of d, if it is in the forest.
func (w *Grower) across(e, d int32) (tree int32, ok bool) {
	other := w.edges[e].U + w.edges[e].V - d
	if !w.in[other] {
		return 0, false
	}
	for w.tree[other] != other {
		w.tree[other] = w.tree[w.tree[other]]
		other = w.tree[other]
	}
	return other, true
}

// cover records the variables of the forest.
func (w *Grower) cover() {
	for d, in := range w.in {
		if in && !w.covered[d] {
			w.covered[d] = true
			w.left--
		}
	}
	if w.left == 0 {
		clear(w.covered)
		w.left = len(w.covered)
	}
}
