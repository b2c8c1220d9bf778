package oracle

import (
	"errors"
	"fmt"

	"github.com/spbench/spbench/harness/sp"
)

// An Independent is exact inference on any graph if all pair scores are 0: it solves each variable
// by itself, in O(nK) for any edges. A nonzero pair score is an error that wraps
// errors.ErrUnsupported. It implements [sp.Solver] and [sp.Clamper]. One Independent can serve
// graphs of any size one after the other. It allocates nothing once its buffers are large enough.
type Independent struct {
	forest
	conditioner
	apart    sp.Potentials // of the last MAP, without edges
	summable sp.Potentials // of the last Marginals, without edges
}

// NewIndependent returns an Independent.
func NewIndependent() *Independent {
	q := new(peeling)
	return &Independent{forest: forest{name: "independent", arrange: q.arrange}}
}

// MAP implements [sp.Solver] and takes the smallest of equally good labels.
func (s *Independent) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if err := takeApart(&s.apart, p); err != nil {
		return 0, err
	}
	return s.forest.MAP(y, &s.apart)
}

// Marginals implements [sp.Solver]; pair marginals are products.
func (s *Independent) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	if err := takeApart(&s.summable, p); err != nil {
		return 0, err
	}
	if mu == nil {
		return s.forest.Marginals(nil, &s.summable)
	}
	pair := mu.Pair
	logZ, err := s.forest.Marginals(mu, &s.summable)
	if err != nil || mu.NodeOnly {
		return logZ, err
	}
	mu.Pair = sp.Grow(pair, len(p.Edges)*p.K*p.K)
	products(mu.Pair, mu.Node, p)
	return logZ, nil
}

// takeApart sets q to p without its edges.
func takeApart(q, p *sp.Potentials) error {
	mustAgree(p)
	if !p.Independent() {
		return fmt.Errorf("oracle: independent: the pair scores are not all 0: %w",
			errors.ErrUnsupported)
	}
	*q = sp.Potentials{K: p.K, Node: p.Node}
	return nil
}

// independent reports whether m has no pair scores under any weights.
func independent(m sp.FeatureMap) bool {
	i, ok := m.(sp.Independent)
	return ok && i.Independent()
}

var (
	_ sp.Clamper = (*Independent)(nil)
	_ sp.Solver  = (*Independent)(nil)
)
