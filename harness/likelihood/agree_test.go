package likelihood_test

import (
	"runtime"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// lattice returns a grid of K labels with a constant feature of nodes, labelled in stripes.
func lattice(side, k int) *sp.Instance {
	x := &sp.Instance{ID: "lattice", Weight: 1, K: k, Edges: sp.GridEdges(side, side),
		Node: sp.Rows{N: side * side, D: 1}}
	for d := range side * side {
		x.Node.Dense = append(x.Node.Dense, 1)
		x.Gold = append(x.Gold, int32(d%side/2%k))
	}
	x.Edge = sp.Rows{N: len(x.Edges)}
	return x
}

// A pseudolikelihood of 10⁵ labels, and one of 50 labels on 200×200 pixels, need memory for node
// scores alone: 1.6 and 32 MB. With tables for each pair they would need 10¹¹ and 1.6·10⁹ bytes.
func TestManyLabels(t *testing.T) {
	for _, c := range []struct{ side, k, most int }{{2, 100_000, 20}, {200, 50, 80}} {
		for _, pairs := range []string{feature.PairsPotts, feature.PairsNone} {
			x := lattice(c.side, c.k)
			m := must(feature.NewLinear(feature.Options{Pairs: pairs},
				feature.Dims{K: c.k, Node: 1}))(t)
			o := likelihood.Objective{Map: m, Train: []sp.Instance{*x}, Lambda: 1,
				Term: &likelihood.Pseudo{}}
			w, grad := make([]float64, m.Dim()), make([]float64, m.Dim())
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			must(o.Evaluate(w, grad))(t)
			runtime.ReadMemStats(&after)
			if mb := int(after.TotalAlloc-before.TotalAlloc) >> 20; mb > c.most {
				t.Errorf("%d labels, pairs %s: %d MB, at most %d expected", c.k, pairs, mb, c.most)
			}
		}
	}
}
