package ssvm

import (
	"fmt"
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
