package decode

import (
	"slices"

	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/sparsemap"
)

var sparsemapKind = Kind{
	Name: "sparsemap",
	Doc: "at each variable the label of largest marginal probability under the sparse " +
		"distribution of Niculae et al. 2018; also the marginals, and its few labelings as " +
		"atoms; where maxima are exact",
	Oracle: true, Sparse: true,
	Sums: true, Structures: true,
	new: func() Decoder { return &sparse{Temperature: 1, Calls: 1000} },
}

type sparse struct {
	Temperature float64 `json:"temperature" range:"(0,inf)" help:"divisor of the scores: the larger, the more labelings"`
	Calls       int     `json:"calls" range:"[1,1000000]" help:"maximum number of MAP calls"`

	solution sparsemap.ActiveSet
}

// Decode breaks ties towards the smaller label.
func (d *sparse) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	s, err := h.Solver()
	if err != nil {
		return err
	}
	scaled := sp.Potentials{K: p.K, Edges: p.Edges, Structure: p.Structure, Node: slices.Clone(p.Node),
		Pair: sp.Pair{Potts: slices.Clone(p.Pair.Potts),
			Table: slices.Clone(p.Pair.Table)},
		Factors: p.Factors, Factor: slices.Clone(p.Factor)}
	scaled.Scale(1 / d.Temperature)
	converged, err := d.solution.Solve(s, &scaled, d.Calls)
	if err != nil {
		return err
	}
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()), NotConverged: !converged,
		Marginal: append(out.Marginal[:0], d.solution.Node...), Atoms: out.Atoms[:0]}
	for _, t := range d.solution.Atoms {
		out.Atoms = append(out.Atoms, sp.Atom{Weight: t.Weight, Labels: slices.Clone(t.Labels)})
	}
	return modesOf(out, p, s)
}
