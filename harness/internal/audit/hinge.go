package audit

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spbench/spbench/harness/sp"
)

var hingeKind = Kind{
	Name: sp.ObjectiveHinge, Doc: "max_y [loss(gold,y) + score(y)] − score(gold)",
	value: hinge, oracle: true, dual: hingeDual,
}

// hinge adds the costs to e.p.
func hinge(e *evaluation, x *sp.Instance) (float64, error) {
	nl, ok := e.l.(sp.NodeLoss)
	if !ok {
		return 0, fmt.Errorf("the loss does not sum over variables: %w", errors.ErrUnsupported)
	}
	s, err := e.exact(x)
	if err != nil {
		return 0, err
	}
	gold := e.p.Score(x.Gold)
	e.p.Augment(nl, x, nil)
	best, err := s.MAP(make([]int32, x.N()), &e.p)
	return best - gold, err
}

// hingeDual is, with αᵢ = dual[i] and cᵢ = aᵢ/(λΣa),
//
//	u = Σᵢ cᵢ·Σ_y αᵢ(y)·(φ(xᵢ,yᵢ) − φ(xᵢ,y)),  D = −λ/2·‖[u]‖² + Σᵢ aᵢ/Σa·Σ_y αᵢ(y)·L(yᵢ,y),
//
// where [u] is u with constrained coordinates clipped at 0 (Lacoste-Julien et al. 2013, eq. 4).
// Labels that the atoms share with gold cancel first: sums over millions of variables round.
// O(dim + atoms·size).
func hingeDual(lambda float64, dual [][]sp.Atom, train []sp.Instance, m sp.FeatureMap,
	l sp.Loss) float64 {
	total := 0.0
	for i := range train {
		total += train[i].Weight
	}
	u, mean := make([]float64, m.Dim()), 0.0
	var weights []float64
	var flat []int32
	for i := range train {
		x := &train[i]
		weights, flat = weights[:0], slices.Grow(flat[:0], len(dual[i])*x.N())
		for _, a := range dual[i] {
			weights = append(weights, -x.Weight/(lambda*total)*a.Weight)
			flat = append(flat, a.Labels...)
			mean += x.Weight / total * a.Weight * l.Value(x, x.Gold, a.Labels)
		}
		m.AddDifferences(u, x, weights, flat, x.Gold)
	}
	for _, at := range m.NonNegative() {
		u[at] = max(u[at], 0)
	}
	norm := 0.0
	for _, v := range u {
		norm += v * v
	}
	return mean - lambda/2*norm
}
