package messages_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

// The best labeling gives variable 0 the label 0. Its label 1 is more probable, because two
// labels of variable 1 go with it, and is also the better one if variable 1 alone is summed
// over.
func ExampleState() {
	p := sp.Potentials{
		K: 3, Node: []float64{0, 0.1, -5, 1, 0.8, 0.8}, Edges: sp.ChainEdges(2),
		Pair: sp.Pair{Table: []float64{1, 0, 0, 0, 1, 1, 0, 0, 0}},
	}
	var s messages.State
	y := make([]int32, 2)
	for _, rule := range []messages.Rule{{}, {Max: []bool{true, true}}, {Max: []bool{true, false}}} {
		s.Reset(&p, rule)
		s.Run(10, 1e-9)
		s.Labels(y)
		fmt.Println(y[0])
	}
	// Output:
	// 1
	// 0
	// 1
}
