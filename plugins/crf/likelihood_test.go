package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A shape says what random instances look like.
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

func (s shape) String() string {
	graph := "chains"
	if s.tree {
		graph = "trees"
	}
	return fmt.Sprintf("%s,K=%d,De=%d,%s", graph, s.labels, s.edge, s.mapArgs)
}

func (s shape) featureMap(t testing.TB) sp.FeatureMap {
	m, err := feature.New("linear", []byte(s.mapArgs), feature.Dims{K: s.labels, Node: s.node, Edge: s.edge})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// draw returns n random instances of 1 to 5 variables and uneven weights whose
// gold labels depend on the features and on each other.
func (s shape) draw(rng *rand.Rand, n int) []sp.Instance {
	train := make([]sp.Instance, n)
	for i := range train {
		size := 1 + rng.IntN(5)
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 0.5 + rng.Float64(), K: s.labels, Gold: make([]int32, size)}
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

// objective returns F of the instances, with solvers that nobody counts.
func objective(m sp.FeatureMap, train []sp.Instance, lambda float64, unary bool) *likelihood {
	solver := func(x *sp.Instance) (sp.Solver, error) { return oracle.New(x, m) }
	return newLikelihood(&sp.Task{Train: train, Map: m, Solver: solver}, lambda, unary)
}

func randomWeights(rng *rand.Rand, n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	return w
}

func TestValueIsTheDefinition(t *testing.T) {
	for _, s := range shapes {
		rng := rand.New(rand.NewPCG(1, 2))
		m, train, lambda := s.featureMap(t), s.draw(rng, 8), 0.3
		for _, unary := range []bool{false, true} {
			w := randomWeights(rng, m.Dim())
			got, err := objective(m, train, lambda, unary).evaluate(w, make([]float64, len(w)))
			if err != nil {
				t.Fatal(err)
			}
			if want := byEnumeration(m, train, w, lambda, unary); math.Abs(got-want) > 1e-10 {
				t.Errorf("%v, unary %v: F = %v, enumeration of all labelings gives %v", s, unary, got, want)
			}
		}
	}
}

// byEnumeration returns F(w) by its formula, log Z as a sum over all labelings.
func byEnumeration(m sp.FeatureMap, train []sp.Instance, w []float64, lambda float64, unary bool) float64 {
	sum, total := 0.0, 0.0
	for _, x := range train {
		if unary {
			x.Edges, x.Edge = nil, sp.Rows{D: x.Edge.D}
		}
		var p sp.Potentials
		m.Potentials(&p, w, &x)
		z, y := 0.0, make([]int32, x.N())
		for {
			z += math.Exp(p.Score(y))
			d := 0
			for d < len(y) && int(y[d]) == x.K-1 {
				y[d] = 0
				d++
			}
			if d == len(y) {
				break
			}
			y[d]++
		}
		sum += x.Weight * (math.Log(z) - p.Score(x.Gold))
		total += x.Weight
	}
	return lambda/2*floats.Dot(w, w) + sum/total
}

func TestGradientAgainstFiniteDifferences(t *testing.T) {
	for _, s := range shapes {
		rng := rand.New(rand.NewPCG(3, 4))
		m, train := s.featureMap(t), s.draw(rng, 6)
		for _, unary := range []bool{false, true} {
			f := objective(m, train, 0.2, unary)
			w := randomWeights(rng, m.Dim())
			grad, scratch := make([]float64, len(w)), make([]float64, len(w))
			if _, err := f.evaluate(w, grad); err != nil {
				t.Fatal(err)
			}
			for i := range w {
				const h = 1e-5
				at := w[i]
				w[i] = at + h
				above, _ := f.evaluate(w, scratch)
				w[i] = at - h
				below, _ := f.evaluate(w, scratch)
				w[i] = at
				if want := (above - below) / (2 * h); math.Abs(grad[i]-want) > 1e-8 {
					t.Errorf("%v, unary %v: gradient[%d] = %v, differences give %v", s, unary, i, grad[i], want)
				}
			}
		}
	}
}

func TestUnaryIsTheLikelihoodWithoutPairWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s := shape{labels: 3, node: 3, mapArgs: `{}`}
	m, train := s.featureMap(t), s.draw(rng, 10)
	w, grad := randomWeights(rng, m.Dim()), make([]float64, m.Dim())
	pairs := w[s.node*s.labels:]
	clear(pairs)
	whole, err := objective(m, train, 0.1, false).evaluate(w, grad)
	if err != nil {
		t.Fatal(err)
	}
	apart, err := objective(m, train, 0.1, true).evaluate(w, grad)
	if err != nil || math.Abs(whole-apart) > 1e-12 {
		t.Errorf("F = %v with and %v without edges, %v", whole, apart, err)
	}
	for i, g := range grad[len(grad)-len(pairs):] {
		if g != 0 {
			t.Errorf("pair weight %d has gradient %v without edges", i, g)
		}
	}
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	s := shapes[0]
	m, train := s.featureMap(t), s.draw(rand.New(rand.NewPCG(7, 8)), 20)
	chain := oracle.NewChain()
	task := &sp.Task{Train: train, Map: m, Solver: func(*sp.Instance) (sp.Solver, error) { return chain, nil }}
	f := newLikelihood(task, 0.1, false)
	w, grad := make([]float64, m.Dim()), make([]float64, m.Dim())
	allocations := testing.AllocsPerRun(10, func() {
		if _, err := f.evaluate(w, grad); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 0 {
		t.Errorf("%v allocations per evaluation", allocations)
	}
}
