package main

import (
	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/sp"
)

// A likelihood is the objective F of a CRF on the labelled instances of a task.
type likelihood struct {
	task   *sp.Task
	train  []sp.Instance
	lambda float64
	total  float64   // Σ a
	gold   []float64 // Σ a·φ(x,y) of the gold labelings: its product with w is their score

	p  sp.Potentials
	mu sp.Marginals
}

func newLikelihood(t *sp.Task, lambda float64, unary bool) *likelihood {
	f := &likelihood{task: t, train: t.Train, lambda: lambda, gold: make([]float64, t.Map.Dim())}
	if unary {
		f.train = withoutEdges(t.Train)
		f.mu.NodeOnly = true
	}
	for i := range f.train {
		x := &f.train[i]
		f.total += x.Weight
		t.Map.Add(f.gold, x.Weight, x, x.Gold)
	}
	return f
}

// withoutEdges returns the instances with their edges taken out; everything
// else is shared.
func withoutEdges(train []sp.Instance) []sp.Instance {
	apart := make([]sp.Instance, len(train))
	for i, x := range train {
		x.Edges, x.Edge = nil, sp.Rows{D: x.Edge.D}
		apart[i] = x
	}
	return apart
}

// evaluate returns F(w) and sets grad to its gradient
//
//	λ·w + (1/Σa)·(Σ a·E_{y∼p(·|x,w)}[φ(x,y)] − Σ a·φ(x,y))
//
// (Sutton & McCallum 2012, section 5.1). One Marginals call per instance.
func (f *likelihood) evaluate(w, grad []float64) (float64, error) {
	floats.ScaleTo(grad, -1, f.gold)
	sum := -floats.Dot(w, f.gold)
	for i := range f.train {
		x := &f.train[i]
		s, err := f.task.Solver(x)
		if err != nil {
			return 0, err
		}
		f.task.Map.Potentials(&f.p, w, x)
		f.mu.Resize(x.N(), len(x.Edges), x.K)
		logZ, err := s.Marginals(&f.mu, &f.p)
		if err != nil {
			return 0, err
		}
		sum += x.Weight * logZ
		f.task.Map.AddMean(grad, x.Weight, x, &f.mu)
	}
	floats.Scale(1/f.total, grad)
	floats.AddScaled(grad, f.lambda, w)
	return f.lambda/2*floats.Dot(w, w) + sum/f.total, nil
}
