package local_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

// The variable in the middle takes the label of its neighbours.
func ExampleState_ICM() {
	p := sp.Potentials{
		K: 2, Node: []float64{2, 0, 0, 1, 2, 0}, Edges: sp.ChainEdges(3),
		Pair: sp.Pair{Potts: []float64{1, 1}},
	}
	var s local.State
	s.Reset(&p)
	s.Best()
	fmt.Println(s.Y, p.Score(s.Y))
	sweeps, done := s.ICM(100)
	fmt.Println(s.Y, p.Score(s.Y), sweeps, done)
	// Output:
	// [0 1 0] 5
	// [0 0 0] 6 2 true
}
