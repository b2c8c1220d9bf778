package crf

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A shape describes random instances.
type shape struct {
	labels, node, edge int
	tree               bool   // random trees instead of chains
	mapArgs            string // of the linear feature map
}

var shapes = []shape{
	{3, 3, 0, false, `{}`},
	{2, 2, 0, true, `{}`},
	{3, 2, 2, true, `{}`},
	{3, 3, 0, false, `{"reference":true}`},
	{3, 2, 0, true, `{"pairs":"potts"}`},
	{4, 2, 2, false, `{"pairs":"potts","nonnegative":false}`},
	{3, 3, 0, false, `{"pairs":"none"}`},
}

// oneStage lists the objectives minimised over all weights at once.
var oneStage = []string{kindLikelihood, kindPseudo, kindPiecewise, kindUnary,
	kindSquares}

func (s shape) featureMap() sp.FeatureMap {
	return learnertest.Linear(s.mapArgs, &sp.Instance{K: s.labels, Node: sp.Rows{D: s.node},
		Edge: sp.Rows{D: s.edge}})
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }

// problem returns n random instances and their feature map.
func (s shape) problem(seed uint64, n int) (sp.FeatureMap, []sp.Instance) {
	return s.featureMap(), s.draw(seeded(seed), n)
}

// draw returns n random instances of 1 to 5 variables with uneven weights. Gold labels depend on
// the features and on each other.
func (s shape) draw(rng *rand.Rand, n int) []sp.Instance {
	train := make([]sp.Instance, n)
	for i := range train {
		size := 1 + rng.IntN(5)
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 0.5 + rng.Float64(), K: s.labels,
			Gold: make([]int32, size)}
		x.Node = dense(rng, size, s.node)
		for d := int32(1); int(d) < size; d++ {
			u := d - 1
			if s.tree {
				u = rng.Int32N(d)
			}
			x.Edges = append(x.Edges, sp.Edge{U: u, V: d})
		}
		x.Edge = dense(rng, len(x.Edges), s.edge)
		for d := range x.Gold {
			switch {
			case d > 0 && rng.Float64() < 0.5:
				x.Gold[d] = x.Gold[d-1]
			case x.Node.DenseRow(d)[0] > 0:
				x.Gold[d] = rng.Int32N(int32(s.labels))
			}
		}
		for i := range size * s.labels {
			x.Costs = append(x.Costs, math.Sin(float64(i)))
		}
		train[i] = x
	}
	return train
}

func dense(rng *rand.Rand, n, d int) sp.Rows {
	r := sp.Rows{N: n, D: d, Dense: make([]float32, n*d)}
	for i := range r.Dense {
		r.Dense[i] = float32(rng.NormFloat64())
	}
	return r
}

// objective returns F of the instances, with uncounted solvers.
func objective(m sp.FeatureMap, train []sp.Instance, lambda float64,
	kind string) *likelihood.Objective {
	r := run{CRF: &CRF{Epsilon: 1, Kind: kind, Lambda: lambda}, task: &sp.Task{
		Train: train, Map: m,
		Solver: func(x *sp.Instance) (sp.Solver, error) { return oracle.New(x, m) },
		Visit:  func() error { return nil },
	}}
	return r.objective(train)
}

func randomWeights(rng *rand.Rand, n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	return w
}
