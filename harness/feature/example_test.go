package feature_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/sp"
)

// A chain of two variables with one feature each and one Potts strength.
func ExampleNew() {
	x := sp.Instance{
		ID: "a", Weight: 1, K: 2, Gold: []int32{0, 1}, Edges: sp.ChainEdges(2),
		Node: sp.Rows{N: 2, D: 1, Dense: []float32{1, 3}},
	}
	m, err := feature.New("linear", []byte(`{"pairs":"potts"}`), feature.Dims{K: 2, Node: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	phi := make([]float64, m.Dim())
	m.Add(phi, 1, &x, x.Gold)
	fmt.Println("φ(x,gold) =", phi, "of which", m.NonNegative(), "must not be negative")
	var p sp.Potentials
	m.Potentials(&p, []float64{10, 20, 5}, &x)
	fmt.Println("score of the gold labeling:", p.Score(x.Gold))
	// Output:
	// φ(x,gold) = [1 3 0] of which [2] must not be negative
	// score of the gold labeling: 70
}
