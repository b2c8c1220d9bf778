package ssvm

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// words returns n random chains with labels that depend on features and neighbours.
func words(seed uint64, n, k, width int) []sp.Instance {
	r := pcg(seed, 1)
	xs := make([]sp.Instance, n)
	for i := range xs {
		length := 1 + r.IntN(4)
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: k, Edges: sp.ChainEdges(length),
			Node: sp.Rows{N: length, D: width}}
		for range length * width {
			x.Node.Dense = append(x.Node.Dense, float32(r.NormFloat64()))
		}
		for d := range length {
			best := slices.Index(x.Node.DenseRow(d)[:k], slices.Max(x.Node.DenseRow(d)[:k]))
			if d > 0 && r.IntN(3) == 0 {
				best = int(x.Gold[d-1])
			}
			x.Gold = append(x.Gold, int32(best))
		}
		xs[i] = x
	}
	return xs
}

// withEdgeFeatures gives every edge width non-negative features.
func withEdgeFeatures(xs []sp.Instance, width int) []sp.Instance {
	r := pcg(9, 9)
	for i := range xs {
		m := len(xs[i].Edges)
		xs[i].Edge = sp.Rows{N: m, D: width}
		for range m * width {
			xs[i].Edge.Dense = append(xs[i].Edge.Dense, float32(r.ExpFloat64()))
		}
	}
	return xs
}

func input(xs []sp.Instance, args string) learner.Input {
	return learnertest.Input(xs, args, "hamming-count")
}

// primal is F(w) by enumeration.
func primal(t testing.TB, in learner.Input, lambda float64, w []float64) float64 {
	t.Helper()
	return primalBy(t, oracle.NewBrute(), in, lambda, w)
}

// primalBy is F(w) by a solver.
func primalBy(t testing.TB, solver sp.Solver, in learner.Input, lambda float64,
	w []float64) float64 {
	t.Helper()
	var p sp.Potentials
	sum, total := 0.0, 0.0
	for i := range in.Train {
		x := &in.Train[i]
		in.Map.Potentials(&p, w, x)
		gold := p.Score(x.Gold)
		costs := make([]float64, len(p.Node))
		in.Loss.(sp.NodeLoss).Costs(costs, x, nil)
		for j, c := range costs {
			p.Node[j] += c
		}
		best := must(solver.MAP(make([]int32, x.N()), &p))(t)
		sum += x.Weight * (best - gold)
		total += x.Weight
	}
	for _, v := range w {
		sum += total * lambda / 2 * v * v
	}
	return sum / total
}

func fit(t testing.TB, l *SSVM, in learner.Input) []sp.Stamped {
	t.Helper()
	points, _ := learnertest.Fit(t, l, in)
	return points
}

// The gap F(w) − D(α), with F by enumeration, closes; D never falls; D is a lower
// bound at every checkpoint. With and without sign constraints, instance weights
// and averaging.
func TestGapCloses(t *testing.T) {
	for _, test := range []struct {
		args, loss string
		edges      int
		average    bool
	}{
		{args: `{}`, loss: "hamming-count"},
		{args: `{}`, loss: "weighted-hamming", average: true},
		{args: `{}`, loss: "hamming", edges: 2},
		{args: `{"pairs":"none"}`, loss: "hamming", average: true},
		{args: `{"pairs":"potts"}`, loss: "hamming-count"},
		{args: `{"pairs":"potts"}`, loss: "hamming-count", edges: 3, average: true},
		{args: `{"pairs":"potts","nonnegative":false}`, loss: "hamming", edges: 3, average: true},
	} {
		t.Run(fmt.Sprintf("%s %s %d %v", test.args, test.loss, test.edges, test.average),
			func(t *testing.T) {
				xs := words(7, 20, 3, 4)
				if test.edges > 0 {
					xs = withEdgeFeatures(xs, test.edges)
				}
				xs[3].Weight, xs[5].Weight = 2.5, 0.5
				in := learnertest.Input(xs, test.args, test.loss)
				in.Schedule = sp.Schedule{First: 0.05, Factor: 1.3}
				l := &SSVM{Lambda: 0.05, Passes: 3000, Average: test.average}
				last, gap := math.Inf(-1), 0.0
				for i, c := range fit(t, l, in) {
					bound := c.Values[sp.ValueBound]
					if bound < last-1e-12 {
						t.Fatalf("the dual falls from %v to %v", last, bound)
					}
					last = bound
					if gap = primal(t, in, l.Lambda, c.Weights) - bound; gap < -1e-12 {
						t.Fatalf("checkpoint %d: gap %v", i, gap)
					}
					for _, at := range in.Map.NonNegative() {
						if c.Weights[at] < 0 {
							t.Fatalf("constrained weight %d is %v", at, c.Weights[at])
						}
					}
				}
				if gap > 2e-3*last {
					t.Errorf("gap %v at bound %v after %d passes", gap, last, l.Passes)
				}
			})
	}
}

// Neighbours that never agree push the Potts strength to its constraint, the purpose of the clipped
// dual.
func TestActiveConstraint(t *testing.T) {
	xs := words(3, 12, 2, 3)
	for i := range xs {
		for d := range xs[i].Gold {
			xs[i].Gold[d] = int32(d % 2)
		}
	}
	in := input(xs, `{"pairs":"potts"}`)
	l := &SSVM{Lambda: 0.02, Passes: 4000}
	c := fit(t, l, in)
	w := c[len(c)-1]
	if at := in.Map.NonNegative()[0]; w.Weights[at] != 0 {
		t.Errorf("the Potts strength is %v, want it at its constraint", w.Weights[at])
	}
	if gap := primal(t, in, l.Lambda, w.Weights) - w.Values[sp.ValueBound]; gap < 0 || gap > 2e-3 {
		t.Errorf("gap %v", gap)
	}
}

// After thousands of incremental steps the state must agree with the atoms: the weights, the dual
// value, and the gap as the sum of the block gaps.
func TestStateIsThatOfTheAtoms(t *testing.T) {
	for _, edges := range []int{0, 3} {
		xs := words(11, 15, 3, 4)
		xs[2].Weight = 3
		if edges > 0 {
			xs = withEdgeFeatures(xs, edges)
		}
		in := input(xs, `{"pairs":"potts"}`)
		b := stepper(t, in, 0.01)
		for k := range 5000 {
			need(t, b.visit(k%len(in.Train)))
		}
		checkAtoms(t, in, b)
		gap := primal(t, in, b.lambda, b.V) - b.checkpoint().Values[sp.ValueBound]
		if got := blockGaps(t, in, b); math.Abs(got-gap) > 1e-12 {
			t.Errorf("block gaps add up to %v, the gap is %v", got, gap)
		}
	}
}

// blockGaps returns the sum of all block gaps at the current w.
func blockGaps(t *testing.T, in learner.Input, b *bcfw) float64 {
	t.Helper()
	brute := oracle.NewBrute()
	sum := 0.0
	for i := range in.Train {
		x := &in.Train[i]
		b.score(i, 1, b.V)
		y := make([]int32, x.N())
		best := must(brute.MAP(y, &b.p))(t)
		mean := b.duals[i].rank(&b.p).mean
		sum += x.Weight / b.total * (best - mean)
	}
	return sum
}

// stepper returns a bcfw outside of a fit, with unmetered solvers.
func stepper(t testing.TB, in learner.Input, lambda float64) *bcfw {
	t.Helper()
	chain := oracle.NewChain()
	task := &sp.Task{Train: in.Train, Map: in.Map, Loss: in.Loss, Visit: func() error {
		return nil
	},
		Solver: func(*sp.Instance) (sp.Solver, error) { return chain, nil }}
	m := must((&SSVM{Lambda: lambda, Passes: 1e6}).method(task, nil))(t)
	return m.(*bcfw)
}
