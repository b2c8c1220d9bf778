package decode_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/decode"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// TestMPMGivenTheOthers: given the labels outside of a forest, mpm equals enumeration, on a
// graph with cycles and any pair scores, without a solver for the graph. If the rest has a
// cycle, or no label is given, mpm calls the solver.
func TestMPMGivenTheOthers(t *testing.T) {
	r := pcg(5, 5)
	none := decode.Help{Solver: func() (sp.Solver, error) { return nil, errors.ErrUnsupported }}
	for i := range 12 {
		p := pottsGrid(3, 4, 2+i%2, 2)
		if i%3 == 0 {
			p.Pair.Potts = nil
			for range len(p.Edges) * p.K * p.K {
				p.Pair.Table = append(p.Pair.Table, r.NormFloat64())
			}
		}
		x := &sp.Instance{ID: "x", K: p.K, Node: sp.Rows{N: 12}, Edges: p.Edges, Gold: make([]int32, 12)}
		f := partition.NewGrower(x, partition.BreadthFirst, uint64(i)).Next()
		for d := range x.Gold {
			x.Gold[d] = sp.Unknown
			if !f.Has(int32(d)) {
				x.Gold[d] = int32(r.IntN(p.K))
			}
		}
		d := must(decode.New("mpm", nil))(t)
		var out sp.Prediction
		if err := d.Decode(&out, p, none); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("problem %d: nothing is given, and no solver asked: %v", i, err)
		}
		p.Restrict(x)
		mu := sp.Marginals{NodeOnly: true}
		must(oracle.NewBrute().Marginals(&mu, p))(t)
		check(t, d.Decode(&out, p, none))
		for j, q := range out.Marginal {
			if math.Abs(q-mu.Node[j]) > 1e-9 {
				t.Fatalf("problem %d: marginal %d is %v, want %v", i, j, q, mu.Node[j])
			}
		}
		for v, k := range out.Labels {
			for l := range p.K {
				if mu.Node[v*p.K+l] > mu.Node[v*p.K+int(k)]+1e-9 {
					t.Errorf("problem %d: label %d of variable %d is not the most probable", i, k, v)
				}
			}
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
