package oracle_test

import (
	"fmt"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// Three variables of two labels; neighbours like to agree.
func ExampleChain() {
	p := &sp.Potentials{
		K:     2,
		Node:  []float64{2, 0, 0, 1, 0, 0},
		Edges: sp.ChainEdges(3),
		Pair:  sp.Pair{Potts: []float64{3, 3}},
	}
	s, y := oracle.NewChain(), make([]int32, 3)
	score, _ := s.MAP(y, p)
	fmt.Println("best:", y, score)
	score, _ = s.Clamped(y, 1, 1)
	fmt.Println("best with label 1 in the middle:", y, score)
	logZ, _ := s.Marginals(nil, p)
	fmt.Printf("log Z: %.3f\n", logZ)
	// Output:
	// best: [0 0 0] 8
	// best with label 1 in the middle: [1 1 1] 7
	// log Z: 8.461
}
