package oracle_test

import (
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestAnswered: no solver of the package works unseen.
func TestAnswered(t *testing.T) {
	chain := &sp.Potentials{K: 2, Node: make([]float64, 6), Edges: sp.ChainEdges(3), Pair: sp.Pair{Potts: make([]float64, 2)}}
	forest, err := sp.NewForest([]bool{true, false, true}, chain.Edges)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []sp.Solver{
		oracle.NewChain(), oracle.NewTree(), oracle.NewElimination(), oracle.NewBinary(nil), oracle.NewCut(), oracle.NewExpansion(), oracle.NewBrute(),
	} {
		before := oracle.Answered()
		if _, err := s.MAP(make([]int32, 3), chain); err != nil {
			t.Fatal(err)
		}
		maxima := oracle.Answered()
		if maxima == before {
			t.Errorf("%T: a MAP is not counted", s)
		}
		if _, err := s.Marginals(nil, chain); err == nil && oracle.Answered() == maxima {
			t.Errorf("%T: Marginals are not counted", s)
		}
		sums := oracle.Answered()
		if _, err := s.(sp.Conditioner).Conditional(nil, chain, forest, make([]int32, 3)); err != nil || oracle.Answered() == sums {
			t.Errorf("%T: a Conditional is not counted, or an error: %v", s, err)
		}
	}
}
