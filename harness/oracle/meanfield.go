package oracle

import (
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var meanFieldKind = Kind{
	Name: "mean-field", Sums: true, Doc: "mean field, by coordinate ascent from node " +
		"scores alone: marginals of independent variables, a lower bound on log Z, " +
		"and their most probable labels for maxima; on any graph",
	new: func() sp.Approximator { return &MeanField{Sweeps: 100, Tolerance: 1e-4} },
}

// A MeanField is the naive mean field on any graph ([local.MeanField]). Its log Z is a lower bound,
// its pair marginals are products, and its MAP takes the most probable label of each variable. It
// is a function of the potentials alone.
type MeanField struct {
	Sweeps    int     `json:"sweeps" range:"[1,1000000]" help:"largest number of sweeps"`
	Tolerance float64 `json:"tolerance" range:"[0,1]" help:"stop if no probability changes more"`

	conditioner
	convergence
	field local.MeanField
}

// Approximate implements [sp.Approximator].
func (*MeanField) Approximate() string { return "mean field" }

func (s *MeanField) ascend(p *sp.Potentials) error {
	answered.Add(1)
	if err := admissible("mean-field", p); err != nil {
		return err
	}
	s.field.Reset(p)
	s.after(s.field.Run(s.Sweeps, s.Tolerance))
	return nil
}

// MAP implements [sp.Solver]. O(nK + mK) a sweep, O(nK + mK²) for tables.
func (s *MeanField) MAP(y []int32, p *sp.Potentials) (float64, error) {
	mustHold(y, p.N())
	if err := s.ascend(p); err != nil {
		return 0, err
	}
	bestOf(y, s.field.Q, p.K)
	return scored("mean-field", y, p)
}

// Marginals implements [sp.Solver].
func (s *MeanField) Marginals(mu *sp.Marginals, p *sp.Potentials) (float64, error) {
	if err := s.ascend(p); err != nil {
		return 0, err
	}
	if mu != nil {
		mu.Resize(p.N(), len(p.Edges), p.K)
		copy(mu.Node, s.field.Q)
		if !mu.NodeOnly {
			products(mu.Pair, mu.Node, p)
		}
	}
	return summed("mean-field", s.field.Bound(), p)
}

// products fills pair (m×K×K) with the probabilities of pairs of independent variables. O(mK²).
func products(pair, node []float64, p *sp.Potentials) {
	k := p.K
	for e, uv := range p.Edges {
		rows, columns := node[int(uv.U)*k:][:k], node[int(uv.V)*k:][:k]
		table := pair[e*k*k:][:k*k]
		for i, a := range rows {
			for j, b := range columns {
				table[i*k+j] = a * b
			}
		}
	}
}
