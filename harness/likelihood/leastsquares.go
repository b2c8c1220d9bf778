package likelihood

import (
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// A LeastSquares is the squared distance of scores from the true costs c of labels, negative,
//
//	ℓ = ½·Σ_d Σ_k (node_d(k) + c_d(k))²
//
// Then the most probable labeling is the cheapest one under predicted costs: the two-stage method
// (Elmachtoub & Grigas 2022, section 3). It reads neither gold labels nor pair scores. O(nK).
type LeastSquares struct{}

// Value implements [Term]. Without costs the error wraps errors.ErrUnsupported.
func (LeastSquares) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (value float64,
	err error) {
	if err := sp.HaveCosts([]sp.Instance{*x}); err != nil {
		return 0, fmt.Errorf("likelihood: %w", err)
	}
	resize(g, p)
	for i, c := range x.Costs {
		g.Node[i] = p.Node[i] + c
		value += float64(g.Node[i]*g.Node[i]) / 2
	}
	return value, nil
}
