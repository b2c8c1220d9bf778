package bench

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// primal returns F(w) = λ/2·‖w‖² + (1/Σa)·Σ aᵢ·ℓᵢ(w) of a declared objective,
// from nothing but the weights: the harness's own value, by its own unmetered
// oracle, to hold against what the learner claims. One oracle call per instance.
func primal(o sp.Objective, w []float64, train []sp.Instance, m sp.FeatureMap, l sp.Loss) (float64, error) {
	if len(w) != m.Dim() {
		return 0, fmt.Errorf("bench: audit: %d weights, the feature map has %d", len(w), m.Dim())
	}
	var p sp.Potentials
	sum, total := 0.0, 0.0
	for i := range train {
		x := &train[i]
		s, err := oracle.New(x, m)
		if err != nil {
			return 0, fmt.Errorf("bench: audit: %w", err)
		}
		m.Potentials(&p, w, x)
		gold := p.Score(x.Gold)
		var best float64
		switch o.Kind {
		case sp.ObjectiveLikelihood:
			best, err = s.Marginals(nil, &p)
		case sp.ObjectiveHinge:
			best, err = augmented(s, &p, x, l)
		default:
			err = fmt.Errorf("objective %q: %w", o.Kind, errors.ErrUnsupported)
		}
		if err != nil {
			return 0, fmt.Errorf("bench: audit: %w", err)
		}
		sum += x.Weight * (best - gold)
		total += x.Weight
	}
	norm := 0.0
	for _, v := range w {
		norm += v * v
	}
	return o.Lambda/2*norm + sum/total, nil
}

// augmented returns max_y [L(gold,y) + score(y)]; it adds the costs to p.
func augmented(s sp.Solver, p *sp.Potentials, x *sp.Instance, l sp.Loss) (float64, error) {
	nl, ok := l.(sp.NodeLoss)
	if !ok {
		return 0, fmt.Errorf("the loss does not sum over variables: %w", errors.ErrUnsupported)
	}
	costs := make([]float64, len(p.Node))
	nl.Costs(costs, x, nil)
	for i, c := range costs {
		p.Node[i] += c
	}
	return s.MAP(make([]int32, x.N()), p)
}
