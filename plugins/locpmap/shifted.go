package locpmap

import (
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

// A shifted adds the network's scores to the potentials of a term. It is as convex as the term.
type shifted struct {
	likelihood.Term
	by map[*sp.Instance][]float64 // n×K; absent: 0
}

// Value implements likelihood.Term; it changes p.
func (s *shifted) Value(g *sp.Marginals, p *sp.Potentials, x *sp.Instance) (float64, error) {
	for i, v := range s.by[x] {
		p.Node[i] += v
	}
	return s.Term.Value(g, p, x)
}
