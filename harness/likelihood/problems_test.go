package likelihood_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// A problem is a feature map and random instances for it.
type problem struct {
	name  string
	m     sp.FeatureMap
	train []sp.Instance
	loopy bool
}

// problems returns chains, trees, grids and other graphs with cycles under every form of pair
// scores: shared, per edge and Potts. Each includes instances of one variable.
func problems(t testing.TB) (list []problem) {
	t.Helper()
	for _, graph := range []string{"chain", "tree", "loopy", "grid"} {
		for _, c := range []struct {
			k, node, edge int
			args          string
		}{
			{3, 3, 0, `{}`},
			{2, 2, 0, `{}`},
			{3, 2, 2, `{}`},
			{3, 3, 0, `{"reference":true}`},
			{3, 2, 0, `{"pairs":"potts"}`},
			{4, 2, 2, `{"pairs":"potts","nonnegative":false}`},
			{3, 3, 0, `{"pairs":"none"}`},
			{1, 2, 0, `{}`},
		} {
			m := must(feature.New("linear", []byte(c.args), feature.Dims{K: c.k, Node: c.node, Edge: c.edge}))(t)
			q := problem{name: fmt.Sprintf("%s/K=%d,De=%d,%s", graph, c.k, c.edge, c.args), m: m,
				loopy: graph == "loopy" || graph == "grid"}
			rng := pcg(1, uint64(len(list)))
			for n := range 6 {
				q.train = append(q.train, draw(rng, graph, n+1, c.k, c.node, c.edge))
			}
			list = append(list, q)
		}
	}
	return list
}

// sequences returns problems of order 2 and 3, some with unknown labels.
func sequences(t testing.TB) (list []problem) {
	for order := 2; order < 4; order++ {
		m := must(feature.NewLinear(feature.Options{Order: order}, feature.Dims{K: 2, Node: 2}))(t)
		q := problem{name: fmt.Sprint("order ", order), m: m}
		for n := range 6 {
			q.train = append(q.train, draw(pcg(3, uint64(n)), "chain", 6-n, 2, 2, 0))
		}
		q.train = must(m.Successive(q.train))(t)
		hide(pcg(3, 3), q.train[2:])
		list = append(list, q)
	}
	return list
}

// draw returns an instance of n variables with random features and labels.
func draw(rng *rand.Rand, graph string, n, k, node, edge int) sp.Instance {
	x := sp.Instance{ID: fmt.Sprint(n), Weight: 0.5 + rng.Float64(), K: k,
		Node: dense(rng, n, node), Gold: make([]int32, n)}
	for d := 1; d < n; d++ {
		for _, u := range earlier(rng, graph, d) {
			x.Edges = append(x.Edges, sp.Edge{U: int32(u), V: int32(d)})
		}
	}
	x.Edge = dense(rng, len(x.Edges), edge)
	for d := range x.Gold {
		x.Gold[d] = rng.Int32N(int32(k))
	}
	for i := range n * k {
		x.Costs = append(x.Costs, math.Sin(float64(i)))
	}
	return x
}

// earlier returns the neighbours of variable d >= 1 among those before it.
func earlier(rng *rand.Rand, graph string, d int) (list []int) {
	const columns = 3 // of a grid
	switch {
	case graph == "chain":
		return []int{d - 1}
	case graph == "grid":
		if d%columns > 0 {
			list = append(list, d-1)
		}
		if d >= columns {
			list = append(list, d-columns)
		}
		return list
	}
	u := rng.IntN(d)
	list = append(list, u)
	if other := (u + 1) % d; graph == "loopy" && other != u {
		list = append(list, other)
	}
	return list
}

func dense(rng *rand.Rand, n, d int) sp.Rows {
	r := sp.Rows{N: n, D: d, Dense: make([]float32, n*d)}
	for i := range r.Dense {
		r.Dense[i] = float32(rng.NormFloat64())
	}
	return r
}

func randomWeights(rng *rand.Rand, n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	return w
}

func seededWeights(seed uint64, m sp.FeatureMap) []float64 {
	return randomWeights(pcg(seed, seed), m.Dim())
}

// terms returns new instances of all terms, with blocks of one variable, of three and of all, and with
// losses through one sweep and four.
func terms() map[string]likelihood.Term {
	solver := func(x *sp.Instance) (sp.Solver, error) { return oracle.New(x, nil) }
	all := map[string]likelihood.Term{
		"exact":          &likelihood.Exact{Solver: solver},
		"softmax-margin": &unchanged{Term: softmaxMargin(softEpsilon, softMargin)},
		"squares":        likelihood.LeastSquares{},
		"pseudo":         &likelihood.Pseudo{}, "piecewise": &likelihood.Piecewise{},
		"forests": &likelihood.Forests{Solver: solver,
			Of: func(x *sp.Instance) []*sp.Forest { return forests(x.N(), x.Edges) }},
	}
	for size, name := range map[int]string{1: "singles", 3: "threes", 99: "whole"} {
		all[name] = &likelihood.Blocks{Of: func(x *sp.Instance) []int32 {
			of := make([]int32, x.N())
			for d := range of {
				of[d] = int32(d / size)
			}
			return of
		}}
	}
	for _, sweeps := range []int{1, 4} {
		for name, term := range truncated(sweeps) {
			all[name] = term
		}
	}
	return all
}

// forests returns two overlapping forests of a graph, or one if there are no edges.
func forests(n int, edges []sp.Edge) []*sp.Forest {
	x := &sp.Instance{Node: sp.Rows{N: n}, Edges: edges, Gold: make([]int32, n)}
	return partition.Forests(x, partition.BreadthFirst, 1, 1+min(len(edges), 1))
}

// each runs do on every problem with every term.
func each(t *testing.T, do func(t *testing.T, q *problem, term string, o *likelihood.Objective)) {
	t.Helper()
	for _, q := range problems(t) {
		for name, term := range terms() {
			t.Run(name+"/"+q.name, func(t *testing.T) {
				do(t, &q, name, &likelihood.Objective{Map: q.m, Train: q.train, Lambda: 0.3, Term: term})
			})
		}
	}
}
