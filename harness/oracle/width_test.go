package oracle_test

import (
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Graphs whose treewidth is known: Bodlaender 1998, section 13.
func TestWidth(t *testing.T) {
	cycle := append(sp.ChainEdges(30), sp.Edge{U: 0, V: 29})
	var complete []sp.Edge
	for u := range int32(9) {
		for v := u + 1; v < 9; v++ {
			complete = append(complete, sp.Edge{U: u, V: v})
		}
	}
	for _, test := range []struct {
		what  string
		n     int
		edges []sp.Edge
		want  int
	}{
		{"no edge", 5, nil, 0},
		{"a chain", 9, sp.ChainEdges(9), 1},
		{"a long chain", 5000, sp.ChainEdges(5000), 1},
		{"a star", 4, []sp.Edge{{U: 0, V: 3}, {U: 0, V: 1}, {U: 0, V: 2}}, 1},
		{"a cycle", 30, cycle, 2},
		{"a grid of 4 columns", 28, gridEdges(7, 4), 4},
		{"a grid with too many variables to search", 3000, gridEdges(1000, 3), 3},
		{"a complete graph", 9, complete, 8},
	} {
		if have := oracle.Width(test.n, test.edges); have != test.want {
			t.Errorf("%s: width %d, want %d", test.what, have, test.want)
		}
	}
}
