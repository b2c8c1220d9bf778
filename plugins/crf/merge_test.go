package crf

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/sp"
)

// words returns sentences of rare and frequent words.
func words(t *testing.T) (sp.FeatureMap, []sp.Instance) {
	r := rand.New(rand.NewPCG(11, 0))
	train := make([]sp.Instance, 60)
	for i := range train {
		x := sp.Instance{ID: "x", Weight: 1, K: 3, Edges: sp.ChainEdges(5),
			Node: sp.Rows{N: 5, D: 8000, Start: []int32{0}}}
		for range x.Node.N {
			row := []int32{r.Int32N(10)}
			for range 4 {
				row = append(row, 10+r.Int32N(7990))
			}
			slices.Sort(row)
			x.Node.Index = append(x.Node.Index, slices.Compact(row)...)
			x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
			x.Gold = append(x.Gold, r.Int32N(3))
		}
		train[i] = x
	}
	return must(feature.New("linear", nil, feature.DimsOf(&train[0])))(t), train
}

// TestMerge: merged features have the minimum, and the weights there, of the full map.
func TestMerge(t *testing.T) {
	m, train := words(t)
	if small, _, _, _ := feature.Merge(m, train); small == nil {
		t.Fatal("not merged")
	}
	for _, c := range []CRF{{Kind: kindLikelihood}, {Kind: kindTwoStage}, {Kind: kindLikelihood,
		L1: 1e-3}} {
		c.Epsilon, c.Solver, c.Lambda, c.Tolerance = 1, solverLBFGS, .01, 1e-12
		var ends []sp.Stamped
		for _, m := range []sp.FeatureMap{m, struct{ sp.FeatureMap }{m}} { // the other is not linear
			points, _ := fit(t, c, learner.Input{Train: train, Map: m})
			ends = append(ends, last(points))
		}
		a, b := ends[0], ends[1]
		f, g := a.Values[sp.ValueObjective], b.Values[sp.ValueObjective]
		if math.Abs(f-g) > 1e-9*g || !floats.EqualApprox(a.Weights, b.Weights, 1e-4) {
			t.Errorf("%+v: minimum %v, of the full map %v; weights differ by %v", c, f, g,
				floats.Distance(a.Weights, b.Weights, 2))
		}
	}
}
