package ssvm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// planar returns n random planar graphs of rows·columns variables of two labels: grids with a
// diagonal in some of their cells and without some of their edges. Up to noise, a half plane has
// label 1; two thirds of the width node features show it faintly, and the last is constant. The two
// edge features are not negative. In every tenth graph one class is absent.
func planar(seed uint64, n, rows, columns, width int) []sp.Instance {
	xs := make([]sp.Instance, n)
	for i := range xs {
		r := pcg(seed, uint64(i))
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: 2,
			Node: sp.Rows{N: rows * columns, D: width}}
		angle, offset := 2*math.Pi*r.Float64(), 0.3*r.NormFloat64()
		if i%10 == 9 {
			offset = 10
		}
		for d := range rows * columns {
			u, v := 2*float64(d/columns)/float64(rows)-1, 2*float64(d%columns)/float64(columns)-1
			k := int32(0)
			if u*math.Cos(angle)+v*math.Sin(angle)+0.1*r.NormFloat64() > offset {
				k = 1
			}
			x.Gold = append(x.Gold, k)
			x.Size = append(x.Size, float64(1+r.IntN(9)))
			for j := range width - 1 {
				signal := 0.0
				if j%3 > 0 {
					signal = 1.5 / math.Sqrt(float64(width)) * float64(2*k-1)
				}
				x.Node.Dense = append(x.Node.Dense, float32(signal+r.NormFloat64()))
			}
			x.Node.Dense = append(x.Node.Dense, 1)
		}
		x.Edges = planarEdges(r, rows, columns)
		x.Edge = sp.Rows{N: len(x.Edges), D: 2}
		for range x.Edges {
			x.Edge.Dense = append(x.Edge.Dense, float32(r.Float64()), float32(r.ExpFloat64()))
		}
		xs[i] = x
	}
	return xs
}

func planarEdges(r *rand.Rand, rows, columns int) (edges []sp.Edge) {
	join := func(d, e int) {
		if r.IntN(8) > 0 {
			edges = append(edges, sp.Edge{U: int32(min(d, e)), V: int32(max(d, e))})
		}
	}
	for d := range rows * columns {
		right, below := d%columns < columns-1, d/columns < rows-1
		if right {
			join(d, d+1)
		}
		if below {
			join(d, d+columns)
		}
		switch {
		case !right || !below:
		case r.IntN(2) == 0:
			join(d, d+columns+1)
		default:
			join(d+1, d+columns)
		}
	}
	return edges
}

// A careful solver is a Cut that fails if a query is not submodular.
type careful struct {
	*oracle.Cut
	t testing.TB
}

func (c careful) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if len(p.Pair.Potts) != len(p.Edges) {
		c.t.Fatalf("%d Potts strengths of %d edges", len(p.Pair.Potts), len(p.Edges))
	}
	for e, strength := range p.Pair.Potts {
		if !(strength >= 0) {
			c.t.Fatalf("edge %d has strength %v", e, strength)
		}
	}
	return c.Cut.MAP(y, p)
}

// onCuts returns the task of in with a careful solver for every instance.
func onCuts(t testing.TB, in learner.Input) *sp.Task {
	cuts := map[*sp.Instance]sp.Solver{}
	return &sp.Task{
		Train: in.Train, Partial: in.Partial, Map: in.Map, Loss: in.Loss, Seed: in.Seed,
		Solver: func(x *sp.Instance) (sp.Solver, error) {
			if cuts[x] == nil {
				cuts[x] = careful{oracle.NewCut(), t}
			}
			return cuts[x], nil
		},
		Visit: func() error { return nil }, Steps: sp.Steps{Due: func() bool { return false }},
	}
}

// Once buffers have grown, visits allocate only new labelings of the dual variables and, once a
// pass, the order.
func TestVisitsDoNotAllocate(t *testing.T) {
	in := learnertest.Input(planar(1, 10, 8, 8, 10), `{"pairs":"potts"}`, "weighted-hamming")
	for _, l := range allSolvers() {
		l.Lambda, l.Passes = 0.1, 1e6
		m := must(l.method(onCuts(t, in), nil))(t)
		passes := func() {
			for range 5 * len(in.Train) {
				need(t, m.step())
			}
		}
		for range 10 {
			passes()
		}
		if n := testing.AllocsPerRun(2, passes) / float64(5*len(in.Train)); n > 0.5 {
			t.Errorf("%s: %v allocations per visit", l.Solver, n)
		}
	}
}
