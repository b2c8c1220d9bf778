package skeleton

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// words returns n noisy chains of seven variables. Their four labels follow each other.
func words(seed uint64, n int) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 3))
	xs := make([]sp.Instance, n)
	for i := range xs {
		x := sp.Instance{ID: strconv.Itoa(i), Weight: 1, K: 4, Gold: make([]int32, 7),
			Node: sp.Rows{N: 7, D: 4}, Edges: sp.ChainEdges(7)}
		x.Edge.N = len(x.Edges)
		for d := range x.Gold {
			if x.Gold[d] = r.Int32N(4); d > 0 && r.IntN(5) > 0 {
				x.Gold[d] = (x.Gold[d-1] + 1) % 4
			}
			for k := range int32(4) {
				v := 1.3 * r.NormFloat64()
				if k == x.Gold[d] {
					v++
				}
				x.Node.Dense = append(x.Node.Dense, float32(v))
			}
		}
		xs[i] = x
	}
	return xs
}

// TestPieces: on chains with full tables the descent lowers the expected loss. On new chains its
// labelings are better than without pair scores.
func TestPieces(t *testing.T) {
	in := input(words(1, 40), `{}`, "hamming")
	l := defaults()
	l.Iterations = 30
	in.Schedule = sp.Schedule{First: 1, Factor: 1.0001}
	points, _ := fit(t, l, in)
	end := points[len(points)-1]
	if len(end.Weights) != in.Map.Dim()+2 {
		t.Fatalf("%d weights, want %d and two factors", len(end.Weights), in.Map.Dim())
	}
	first := 0.0
	for _, p := range points {
		if v, ok := p.Values["expected-loss"]; ok {
			first = v
			break
		}
	}
	if now := end.Values["expected-loss"]; !(now < first) || end.Values["unresolved"] != 0 {
		t.Errorf("expected loss %v at the end, %v first; unresolved %v", now, first,
			end.Values["unresolved"])
	}
	of, centre, err := read(in.Map, end.Weights)
	if err != nil || !of.pieces {
		t.Fatal(of, err)
	}
	tests, errors := words(2, 200), [2]int{}
	for i := range tests {
		x := &tests[i]
		for j, factors := range [][]float64{centre, {1, 0}} {
			var p sp.Potentials
			need(t, l.Potentials(task(in), &p, append(end.Weights[:in.Map.Dim():in.Map.Dim()], factors...), x))
			y := make([]int32, x.N())
			must(oracle.NewTree().MAP(y, &p))(t)
			for d, k := range y {
				if k != x.Gold[d] {
					errors[j]++
				}
			}
		}
	}
	if errors[0] >= errors[1] {
		t.Errorf("%d wrong labels, %d by node scores alone", errors[0], errors[1])
	}
}
