package likelihood_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// Pseudolikelihood, minimised by L-BFGS without an oracle.
func ExampleObjective() {
	x := sp.Instance{
		ID: "a", Weight: 1, K: 2, Gold: []int32{0, 1, 1}, Edges: sp.ChainEdges(3),
		Node: sp.Rows{N: 3, D: 1, Dense: []float32{1, -1, -1}},
	}
	m, err := feature.New("linear", nil, feature.Dims{K: 2, Node: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := likelihood.Objective{Map: m, Train: []sp.Instance{x}, Lambda: 0.1, Term: &likelihood.Pseudo{}}
	w := make([]float64, m.Dim())
	start, _ := f.Evaluate(w, make([]float64, m.Dim()))
	end, err := optim.Minimize(f.Evaluate, w, optim.Options{})
	fmt.Printf("%.3f at 0, %.3f at the minimum, %v\n", start, end.F, err)
	// Output: 2.079 at 0, 0.333 at the minimum, <nil>
}
