package partclamp

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// images draws 4-connected grids. Labels are a Gibbs sample with Potts strengths between
// neighbours, observed with Gaussian noise. More noise means a posterior of larger entropy.
func images(seed uint64, count, rows, columns, k int, strength, noise float64) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 1))
	list := make([]sp.Instance, count)
	for i := range list {
		n := rows * columns
		x := sp.Instance{
			ID: fmt.Sprint(i), Weight: 0.5 + r.Float64(), K: k, Shape: [2]int{rows, columns},
			Node: sp.Rows{N: n, D: 2}, Gold: make([]int32, n), Edges: sp.GridEdges(rows, columns),
		}
		p := sp.Potentials{K: k, Node: make([]float64, n*k), Edges: x.Edges,
			Pair: sp.Pair{Potts: make([]float64, len(x.Edges))}}
		for e := range p.Pair.Potts {
			p.Pair.Potts[e] = strength
		}
		var s local.State
		s.Reset(&p)
		key := perturb.NewKey(seed, x.ID)
		s.Draw(key, 0)
		for sweep := range uint64(30) {
			s.Gibbs(key, 1+sweep)
		}
		copy(x.Gold, s.Y)
		for _, y := range x.Gold {
			x.Node.Dense = append(x.Node.Dense, 1, float32(y)+float32(noise*r.NormFloat64()))
		}
		x.Edge = sp.Rows{N: len(x.Edges)}
		list[i] = x
	}
	return list
}

var linear = learnertest.Linear

// fit returns the last checkpoint of a fit.
func fit(t testing.TB, l *PartClamp, in learner.Input) (sp.Stamped, sp.Done) {
	t.Helper()
	points, done := learnertest.Fit(t, l, in)
	return points[len(points)-1], done
}

// with returns the default learner, changed.
func with(change func(c *PartClamp)) *PartClamp {
	c := newLearner().(*PartClamp)
	change(c)
	return c
}

// minimum minimises F of a term.
func minimum(t testing.TB, m sp.FeatureMap, train []sp.Instance, lambda float64,
	term likelihood.Term) []float64 {
	t.Helper()
	o := likelihood.Objective{Map: m, Train: train, Lambda: lambda, Term: term}
	w := make([]float64, m.Dim())
	if _, err := optim.Minimize(o.Evaluate, w,
		optim.Options{NonNegative: m.NonNegative()}); err != nil {
		t.Fatal(err)
	}
	return w
}

// exact returns the weights of maximum likelihood.
func exact(t testing.TB, m sp.FeatureMap, train []sp.Instance, lambda float64) []float64 {
	t.Helper()
	pool := oracle.NewPool(m, nil)
	return minimum(t, m, train, lambda, &likelihood.Exact{Solver: pool.Get})
}
