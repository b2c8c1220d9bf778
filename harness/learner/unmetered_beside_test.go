package learner

import (
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestWorkersAreMetered checks that all calls of workers are metered, also calls without an answer
// and calls of items that are never taken. Calls of other solvers are not.
func TestWorkersAreMetered(t *testing.T) {
	fmap, err := feature.New("linear", nil, feature.Dims{K: 2, Node: 1})
	if err != nil {
		t.Fatal(err)
	}
	m := newMeter(t.Context(), &Input{Map: fmap}, oracle.Choice{})
	a := m.ofWorker(0)
	var ring []sp.Edge
	for i := range int32(60) { // a complete graph
		for j := range i {
			ring = append(ring, sp.Edge{U: j, V: i})
		}
	}
	for n, edges := range map[int][]sp.Edge{3: sp.ChainEdges(3), 60: ring} {
		x := sp.Instance{K: 2, Node: sp.Rows{N: n}, Edge: sp.Rows{N: len(edges)}, Edges: edges}
		p := sp.Potentials{K: 2, Node: make([]float64, 2*n), Edges: edges,
			Pair: sp.Pair{Potts: make([]float64, len(edges))}}
		s, err := a.solver(&x)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.MAP(make([]int32, n), &p); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Marginals(nil, &p); (n == 60) != errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%d variables: %v", n, err)
		}
	}
	if n := m.ledger.others(); n != 0 {
		t.Errorf("%d calls that nobody knows of, want none", n)
	}
	p := sp.Potentials{K: 2, Node: make([]float64, 2)}
	if _, err := oracle.NewTree().MAP(make([]int32, 1), &p); err != nil || m.ledger.others() != 1 {
		t.Errorf("%d calls that nobody knows of, %v; want one", m.ledger.others(), err)
	}
}
