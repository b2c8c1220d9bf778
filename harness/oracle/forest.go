package oracle

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// forest is dynamic programming on a rooted forest; Chain and Tree differ only
// in how they find the rooting. Messages travel along links: upwards, from the
// leaves to the roots, in the order of links, downwards in reverse. It has more than 25 methods,
// since maxima, sums and their conditional forms share its buffers.
type forest struct {
	name    string
	arrange func(f *forest, n int, edges []sp.Edge) error // sets links and all fields before it

	n, k    int
	links   []link
	linkOf  []int32 // n: the link with the variable as its child; -1 at a root
	childOf []int32 // n: the first child of a variable; -1 at a leaf
	sibling []int32 // n: the next child of a variable's parent; -1 after the last
	degree  int     // the largest number of edges at a variable

	clamped
	max maxProduct
	sum sumProduct
}

// A link is an edge directed at the root of its tree.
type link struct {
	child, parent, edge int32
	flip                bool // the child is the edge's V: its labels are the columns of the table
}

// prepare fits the forest to p.
func (f *forest) prepare(p *sp.Potentials) error {
	mustAgree(p)
	f.n, f.k = p.N(), p.K
	return f.arrange(f, f.n, p.Edges)
}

// mustAgree panics if the arrays of p contradict each other: a programming error.
func mustAgree(p *sp.Potentials) {
	if p.K < 1 || len(p.Node)%p.K != 0 {
		panic(fmt.Sprintf("oracle: %d node scores for K = %d labels", len(p.Node), p.K))
	}
	m, kk := len(p.Edges), p.K*p.K
	if t := len(p.Pair.Table); t != 0 && t != kk && t != m*kk {
		panic(fmt.Sprintf("oracle: pair table of %d scores for %d edges and K = %d", t, m, p.K))
	}
	if s := len(p.Pair.Potts); s != 0 && s != m {
		panic(fmt.Sprintf("oracle: %d Potts strengths for %d edges", s, m))
	}
}

// strength returns the Potts strength of edge e, 0 if p has no pair scores.
func strength(p *sp.Potentials, e int32) float64 {
	if len(p.Pair.Potts) == 0 {
		return 0
	}
	return p.Pair.Potts[e]
}
