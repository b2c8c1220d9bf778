package audit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// Dual returns the dual of o at the dual variables: for each instance in train a distribution over
// labelings. For any dual variables it is a lower bound on min F. It is NaN without dual variables,
// or if the dual of the kind of o is not known.
func Dual(o sp.Objective, dual [][]sp.Atom, train []sp.Instance, m sp.FeatureMap,
	l sp.Loss) float64 {
	k := kindOf(o.Kind)
	if k == nil || k.dual == nil || dual == nil {
		return math.NaN()
	}
	return k.dual(o.Lambda, dual, train, m, l)
}

// Bound returns a lower bound on min F from the weights alone, if ℓ is smooth. F − λ/2·‖w‖² is
// convex. So with the gradient g at w, the bound is the minimum over feasible v of F(w) + ⟨g,v−w⟩ +
// λ/2·‖v−w‖²; with an L1 norm, [optim.BoundL1]. It is NaN if ℓ is not smooth or the oracle is not
// exact.
//
// Errors and cost are those of [Value], with marginals instead of sums.
func Bound(o sp.Objective, w []float64, train []sp.Instance, m sp.FeatureMap, l sp.Loss) (float64,
	error) {
	k := kindOf(o.Kind)
	if k == nil || k.term == nil || !(o.Lambda > 0 || k.l1 > 0) {
		return math.NaN(), nil
	}
	f := likelihood.Objective{Map: m, Train: k.train(train), Lambda: o.Lambda,
		Term: k.term(&evaluation{m: m, l: l})}
	grad := make([]float64, len(w))
	value, err := f.Evaluate(w, grad)
	switch {
	case errors.Is(err, errApproximate):
		return math.NaN(), nil
	case err != nil:
		return 0, fmt.Errorf("audit: gradient of %s: %w", o.Kind, err)
	case !finite(value) || !finite(grad...):
		return 0, fmt.Errorf("audit: gradient of %s: %w", o.Kind, sp.ErrDiverged)
	}
	if k.l1 > 0 {
		return optim.BoundL1(value+k.l1*floats.Norm(w, 1), w, grad, o.Lambda,
			slices.Repeat([]float64{k.l1}, len(w)), m.NonNegative()), nil
	}
	least := make([]float64, len(w)) // that v may be
	for i := range least {
		least[i] = math.Inf(-1)
	}
	for _, i := range m.NonNegative() {
		least[i] = 0
	}
	for i, g := range grad {
		step := max(-g/o.Lambda, least[i]-w[i])
		value += step * (g + o.Lambda/2*step)
	}
	return value, nil
}

// Tolerance is the allowed error of floating-point sums, relative to 1 and their size.
const Tolerance = 1e-6
