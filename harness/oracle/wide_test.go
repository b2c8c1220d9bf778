package oracle_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// TestPoolOfWideGraphs: on an unsupported graph every call except Conditional returns the reason.
func TestPoolOfWideGraphs(t *testing.T) {
	x := &sp.Instance{ID: "wide", Weight: 1, K: 3, Node: sp.Rows{N: 30 * 30},
		Edges: sp.GridEdges(30, 30), Gold: make([]int32, 900)}
	pool := oracle.NewPool(nil, nil)
	s := must(pool.Get(x))(t)
	if again, _ := pool.Get(x); again != s {
		t.Errorf("different solver for the same graph: %T", again)
	}
	p := potentials(pcg(1, 1), x.Edges, x.N(), 3, "edges", "normal")
	_, err := s.MAP(make([]int32, x.N()), p)
	_, sum := s.Marginals(nil, p)
	for query, err := range map[string]error{"MAP": err, "Marginals": sum} {
		if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), `"wide"`) ||
			!strings.Contains(err.Error(), "width") {
			t.Errorf("%s: error %v", query, err)
		}
	}
	f := partition.NewGrower(x, partition.BreadthFirst, 1).Next()
	got, err := s.(sp.Conditioner).Conditional(nil, p, f, x.Gold)
	if want, _ := oracle.NewTree().Conditional(nil, p, f, x.Gold); err != nil || got != want {
		t.Errorf("Conditional %v, error %v, want %v", got, err, want)
	}
}
