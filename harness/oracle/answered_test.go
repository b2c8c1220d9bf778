package oracle_test

import (
	"errors"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestAnsweredCountsOnce: a call counts once even if solvers are nested. An unsupported call does
// not count.
func TestAnsweredCountsOnce(t *testing.T) {
	ring := []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}}
	attractive := &sp.Potentials{K: 2, Node: make([]float64, 6), Edges: ring,
		Pair: sp.Pair{Potts: []float64{1, 1, 1}}}
	repulsive := &sp.Potentials{K: 2, Node: make([]float64, 6), Edges: ring,
		Pair: sp.Pair{Potts: []float64{-1, 1, 1}}}
	table := &sp.Potentials{K: 3, Node: make([]float64, 9), Edges: ring,
		Pair: sp.Pair{Table: make([]float64, 9)}}
	for name, p := range map[string]*sp.Potentials{"attractive": attractive, "repulsive": repulsive,
		"table": table} {
		for _, s := range []sp.Solver{
			oracle.NewChain(), oracle.NewTree(), oracle.NewElimination(), oracle.NewBinary(nil),
			oracle.NewCut(), oracle.NewExpansion(), oracle.NewIndependent(),
		} {
			for call, do := range map[string]func() error{
				"MAP":       func() error { _, err := s.MAP(make([]int32, 3), p); return err },
				"Marginals": func() error { _, err := s.Marginals(nil, p); return err },
			} {
				before, want := oracle.Answered(), int64(1)
				err := do()
				if errors.Is(err, errors.ErrUnsupported) {
					want = 0
				} else if err != nil {
					t.Fatal(err)
				}
				if is := oracle.Answered() - before; is != want {
					t.Errorf("%T, %s, %s: counted %d times, error %v; want %d", s, name, call, is,
						err, want)
				}
			}
		}
	}
}
