package minfill_test

import (
	"testing"

	"github.com/spbench/spbench/harness/minfill"
	"github.com/spbench/spbench/harness/sp"
)

// Graphs of known treewidth: Bodlaender 1998, section 13.
func TestWidth(t *testing.T) {
	cycle := append(sp.ChainEdges(30), sp.Edge{U: 0, V: 29})
	for _, test := range []struct {
		what  string
		n     int
		edges []sp.Edge
		want  int

		searched bool
	}{
		{"no edge", 5, nil, 0, true},
		{"a chain", 9, sp.ChainEdges(9), 1, true},
		{"a long chain", 5000, sp.ChainEdges(5000), 1, true},
		{"a star", 4, []sp.Edge{{U: 0, V: 3}, {U: 0, V: 1}, {U: 0, V: 2}}, 1, true},
		{"a cycle", 30, cycle, 2, true},
		{"a grid of 4 columns", 28, sp.GridEdges(7, 4), 4, true},
		{"a grid with too many variables to search", 3000, sp.GridEdges(1000, 3), 3, false},
		{"a complete graph", 9, complete(9), 8, true},
		{"a large complete graph", 1200, complete(1200), 1199, false},
	} {
		if have, searched := minfill.Width(test.n, test.edges); have != test.want ||
			searched != test.searched {
			t.Errorf("%s: width %d (searched: %v), want %d (%v)", test.what, have, searched,
				test.want, test.searched)
		}
	}
}

// complete returns all edges between n variables.
func complete(n int32) (edges []sp.Edge) {
	for u := range n {
		for v := u + 1; v < n; v++ {
			edges = append(edges, sp.Edge{U: u, V: v})
		}
	}
	return edges
}
