package sp

import (
	"fmt"
)

// A Forest is a set A of variables of a graph, such that the edges within A close no cycle. Its
// order serves message passing: from the last to the first, each variable comes before its
// parent; from the first to the last, after it. It is immutable, and safe for concurrent use.
type Forest struct {
	Order  []int32 // A: the variables, each parent before its children
	Parent []int32 // the index in Order of the parent of Order[i]; -1 at a root
	Edge   []int32 // the edge between Order[i] and its parent; -1 at a root
	Place  []int32 // n: the index in Order of each variable, -1 outside of A
}

// NewForest returns the forest of the variables d with in[d], among the edges of a graph of
// len(in) variables. Every tree is rooted at its smallest variable, and breadth-first from
// there. The error names an edge closing a cycle. O(n+m).
func NewForest(in []bool, edges []Edge) (*Forest, error) {
	var at Incidence
	at.Fit(len(in), edges)
	f := &Forest{Place: make([]int32, len(in))}
	for d := range f.Place {
		f.Place[d] = -1
	}
	next := 0
	for root := range in {
		if !in[root] || f.Place[root] >= 0 {
			continue
		}
		f.add(int32(root), -1, -1)
		for ; next < len(f.Order); next++ {
			d := f.Order[next]
			for _, e := range at.At(d) {
				other := edges[e].U + edges[e].V - d
				switch {
				case !in[other] || e == f.Edge[next]:
				case f.Place[other] >= 0:
					return nil, fmt.Errorf("sp: forest: edge %d (%d–%d) closes a cycle", e, edges[e].U, edges[e].V)
				default:
					f.add(other, int32(next), e)
				}
			}
		}
	}
	return f, nil
}

func (f *Forest) add(d, parent, edge int32) {
	f.Place[d] = int32(len(f.Order))
	f.Order, f.Parent, f.Edge = append(f.Order, d), append(f.Parent, parent), append(f.Edge, edge)
}

// N returns the number of variables of the graph.
func (f *Forest) N() int { return len(f.Place) }

// Has reports whether variable d is in A.
func (f *Forest) Has(d int32) bool { return f.Place[d] >= 0 }
