package likelihood

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/sp"
)

// A SoftmaxMargin is a member of the family between likelihood and hinge (Pletscher, Ong & Buhmann
// 2010; Hazan & Urtasun 2010),
//
//	ℓ = ε·log Σ_y exp((score(y) + margin·L(gold,y))/ε) − score(gold)
//
// It is [Exact] at ε = 1 and margin 0, and the softmax-margin of Gimpel & Smith 2010 at margin 1.
// At margin 1 and ε → 0 it is the structured hinge loss: ℓ is at least this loss, and at most
// ε·log(number of labelings) above it. Beside λ only margin/ε matters: F(w) is ε times F(w/ε)
// with (1, margin/ε) and ε·λ.
//
// If labels are unknown, L counts the known ones. In place of score(gold) is then the same sum
// over the labelings that agree with these (Schwing, Hazan, Pollefeys & Urtasun 2012). Calls are
// those of Exact.
type SoftmaxMargin struct {
	Exact
	Loss            sp.Loss // L; without margin any, or nil
	Epsilon, Margin float64

	costs []float64
}

// Value implements [Term]. The derivatives are those of Exact for the distribution in the sum. The
// error wraps errors.ErrUnsupported if L does not sum over variables. Value changes p.
func (t *SoftmaxMargin) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	if t.Margin != 0 {
		l, ok := t.Loss.(sp.NodeLoss)
		if !ok {
			return 0, fmt.Errorf("likelihood: softmax-margin: the loss does not sum over variables: %w",
				errors.ErrUnsupported)
		}
		t.costs = sp.Grow(t.costs, len(p.Node))
		l.Costs(t.costs, x, nil)
		floats.AddScaled(p.Node, t.Margin, t.costs)
	}
	p.Scale(1 / t.Epsilon)
	value, err := t.Exact.Value(g, p, x) // L is 0 at gold
	return t.Epsilon * value, err
}
