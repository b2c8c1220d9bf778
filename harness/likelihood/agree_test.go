package likelihood_test

import (
	"math"
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

// Terms without oracle have the same value and derivatives for Potts strengths as for the same
// scores in tables, of which they need K² times the numbers.
func TestDerivativesByStrengths(t *testing.T) {
	const k = 3
	x := lattice(4, k)
	p := sp.Potentials{K: k, Edges: x.Edges, Node: make([]float64, x.N()*k)}
	for i := range p.Node {
		p.Node[i] = math.Sin(float64(3 * i))
	}
	tables := p
	for e := range x.Edges {
		s := math.Cos(float64(5 * e))
		p.Pair.Potts = append(p.Pair.Potts, s)
		for i := range k * k {
			v := 0.0
			if i%(k+1) == 0 {
				v = s
			}
			tables.Pair.Table = append(tables.Pair.Table, v)
		}
	}
	squares := func(x *sp.Instance) []int32 {
		of := make([]int32, x.N())
		for d := range of {
			of[d] = int32(d/8*2 + d%4/2)
		}
		return of
	}
	for name, term := range map[string]likelihood.Term{"pseudo": &likelihood.Pseudo{},
		"blocks": &likelihood.Blocks{Of: squares}, "piecewise": &likelihood.Piecewise{}} {
		var g, full sp.Marginals
		value, err := term.Value(&g, &p, x)
		want, wrong := term.Value(&full, &tables, x)
		if err != nil || wrong != nil || math.Abs(value-want) > 1e-12*want {
			t.Fatalf("%s: %v, %v; want %v, %v", name, value, err, want, wrong)
		}
		if len(g.Agree) != len(x.Edges) || len(g.Pair) != 0 || len(full.Agree) != 0 {
			t.Errorf("%s: %d and %d derivatives of pairs", name, len(g.Agree), len(g.Pair))
		}
		for e := range x.Edges {
			sum := 0.0
			for i := 0; i < k*k; i += k + 1 {
				sum += full.Pair[e*k*k+i]
			}
			if math.Abs(g.Agree[e]-sum) > 1e-12 {
				t.Errorf("%s: edge %d: %v, want %v", name, e, g.Agree[e], sum)
			}
		}
		// The same g serves a term with tables afterwards.
		if _, err := term.Value(&g, &tables, x); err != nil || len(g.Agree) != 0 {
			t.Errorf("%s: %v, %d derivatives by strengths", name, err, len(g.Agree))
		}
	}
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
