package messages

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestTapeOfTwoLabels: log-odds give the messages and derivatives of general messages for two labels,
// at any magnitude of scores. Package likelihood compares derivatives with finite differences.
func TestTapeOfTwoLabels(t *testing.T) {
	r := pcg(8, 8)
	for i := range 300 {
		n := 2 + r.IntN(6)
		edges := graph(r, n)
		size := []float64{1, 20, 400, 800}[i%4]
		p := scores(r, n, 2, edges, 9*(i%2), size) // strengths; some forbid a label
		for j := range p.Node {
			p.Node[j] *= size
		}
		node, pair := normal(r, 2*n, 1), normal(r, 4*len(edges), 1)
		for d := range n {
			node[2*d+1] = -node[2*d]
		}
		for e := range edges {
			pair[4*e+3] = -pair[4*e] - pair[4*e+1] - pair[4*e+2]
		}
		two, wide := Tape{}, Tape{State: State{wide: true}}
		got, want := zeros(n, len(edges)), zeros(n, len(edges))
		two.Record(p, 1+i%5)
		wide.Record(p, 1+i%5)
		for j, v := range two.in {
			if w := wide.in[2*j+1] - wide.in[2*j]; !(math.Abs(v-w) <= 1e-11*size) {
				t.Fatalf("problem %d: message %d is %v, %v in general", i, j, v, w)
			}
		}
		two.Back(got, node, pair)
		wide.Back(want, node, pair)
		compareSlopes(t, i, got.Node, want.Node)
		compareSlopes(t, i, got.Agree, want.Agree)
	}
}

// compareSlopes compares derivatives, relative to the largest one.
func compareSlopes(t *testing.T, problem int, got, want []float64) {
	t.Helper()
	most := 1.0
	for _, w := range want {
		most = max(most, math.Abs(w))
	}
	for j, w := range want {
		if !(math.Abs(got[j]-w) <= 1e-9*most) {
			t.Fatalf("problem %d: derivative %d is %v, %v in general", problem, j, got[j], w)
		}
	}
}

// zeros returns derivatives by node scores and strengths.
func zeros(n, m int) *sp.Marginals {
	return &sp.Marginals{Node: make([]float64, 2*n), Agree: make([]float64, m)}
}
