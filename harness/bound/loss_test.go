package bound_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// images draws labelled 4-connected grids of two labels.
func images(r *rand.Rand, count, rows, columns int) []sp.Instance {
	list := make([]sp.Instance, count)
	for i := range list {
		x := sp.Instance{ID: string(rune('a' + i)), Weight: 1, K: 2,
			Edges: sp.GridEdges(rows, columns), Gold: make([]int32, rows*columns)}
		for d := range x.Gold {
			x.Gold[d] = r.Int32N(2)
		}
		x.Node = sp.Rows{N: rows * columns, D: 2, Dense: make([]float32, 2*rows*columns)}
		x.Edge = sp.Rows{N: len(x.Edges)}
		for j := range x.Node.Dense {
			x.Node.Dense[j] = float32(r.NormFloat64())
		}
		list[i] = x
	}
	return list
}

// TestCompositeIsTheGeometricBoundOfTheTruth: with the gold state alone, the geometric loss is
// the composite likelihood over the M forests, divided by M as in likelihood.Forests. This also
// holds if an instance is a forest itself, and has only one.
func TestCompositeIsTheGeometricBoundOfTheTruth(t *testing.T) {
	const m, lambda = 3, 0.1
	r := rand.New(rand.NewPCG(1, 1))
	for _, args := range []string{`{"pairs":"potts"}`, `{}`} {
		fmap, err := feature.New("linear", []byte(args), feature.Dims{K: 2, Node: 2})
		if err != nil {
			t.Fatal(err)
		}
		train := append(images(r, 3, 5, 4), images(r, 1, 1, 7)...)
		train[3].ID = "chain"
		blocks, states := map[string][]*sp.Forest{}, map[string][]bound.Clamping{}
		for i := range train {
			x := &train[i]
			for _, f := range partition.Forests(x, partition.BreadthFirst, 1, m) {
				if len(f.Order) == x.N() && blocks[x.ID] != nil {
					break
				}
				blocks[x.ID] = append(blocks[x.ID], f)
				states[x.ID] = append(states[x.ID], bound.Clamping{Forest: f, States: [][]int32{x.Gold}})
			}
		}
		solver := func(x *sp.Instance) (sp.Solver, error) { return oracle.New(x, fmap) }
		composite := likelihood.Objective{Map: fmap, Train: train, Lambda: lambda,
			Term: &likelihood.Forests{
				Solver: solver, Of: func(x *sp.Instance) []*sp.Forest { return blocks[x.ID] },
			}}
		geometric := likelihood.Objective{Map: fmap, Train: train, Lambda: lambda, Term: &bound.Loss{
			Mean: bound.Geometric, Solver: solver,
			States: func(x *sp.Instance) []bound.Clamping { return states[x.ID] },
		}}
		w := make([]float64, fmap.Dim())
		for j := range w {
			w[j] = r.NormFloat64()
		}
		a, b := make([]float64, len(w)), make([]float64, len(w))
		fa, err := composite.Evaluate(w, a)
		if err != nil {
			t.Fatal(err)
		}
		fb, err := geometric.Evaluate(w, b)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(fa-fb) > 1e-12*fa {
			t.Errorf("%s: composite %v, geometric %v", args, fa, fb)
		}
		for j := range a {
			if math.Abs(a[j]-b[j]) > 1e-12*(1+math.Abs(a[j])) {
				t.Errorf("%s: gradient %d: composite %v, geometric %v", args, j, a[j], b[j])
			}
		}
	}
}
