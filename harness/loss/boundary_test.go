package loss_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/sp"
)

// TestBoundary: in a chain 0 0 1 1 ? the second and the third variable are on the boundary.
func TestBoundary(t *testing.T) {
	x := &sp.Instance{K: 2, Node: sp.Rows{N: 5}, Gold: []int32{0, 0, 1, 1, sp.Unknown},
		Edges: sp.ChainEdges(5)}
	for _, test := range []struct {
		y    []int32
		want float64
	}{
		{[]int32{0, 0, 1, 1, 0}, 0}, {[]int32{1, 1, 0, 0, 0}, 2}, {[]int32{1, 0, 1, 0, 1}, 0},
		{[]int32{0, 1, 1, 1, 1}, 1},
	} {
		if got := (loss.Boundary{}).Value(x, x.Gold, test.y); got != test.want {
			t.Errorf("%v costs %v, want %v", test.y, got, test.want)
		}
	}
}

// TestBoundaryCosts: costs equal the value under gold labels, and its expectation under
// independent beliefs, by enumeration.
func TestBoundaryCosts(t *testing.T) {
	r := pcg(1, 1)
	const n, k = 5, 2
	var l loss.Boundary
	x, _ := randomInstance(r, n, k)
	// a cycle, a tail, one alone
	x.Edges = []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}, {U: 2, V: 3}}
	q, costs := make([]float64, n*k), make([]float64, n*k)
	for d := range n {
		q[2*d] = r.Float64()
		q[2*d+1] = 1 - q[2*d]
	}
	of := func(c int) []int32 {
		y := make([]int32, n)
		for d := range y {
			y[d] = int32(c >> d & 1)
		}
		return y
	}
	for c := range 1 << n {
		y := of(c)
		want, got, certain := 0.0, 0.0, 0.0
		for g := range 1 << n {
			ref, p := of(g), 1.0
			for d, k := range ref {
				p *= q[2*d+int(k)]
			}
			want += p * l.Value(x, ref, y)
		}
		l.Costs(costs, x, q)
		for d, k := range y {
			got += costs[2*d+int(k)]
		}
		l.Costs(costs, x, nil)
		for d, k := range y {
			certain += costs[2*d+int(k)]
		}
		if math.Abs(got-want) > 1e-12 || certain != l.Value(x, x.Gold, y) {
			t.Fatalf("%v: expected cost %v, enumeration %v; under gold labels %v, value %v", y, got,
				want, certain, l.Value(x, x.Gold, y))
		}
	}
}
