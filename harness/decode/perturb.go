package decode

import (
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

var perturbKind = Kind{
	Name: "perturb",
	Doc: "the most frequent maximiser under Gumbel noise, with label frequencies, their " +
		"squared standard errors and the maximisers as atoms; its log Z is the mean perturbed " +
		"maximum, an estimate of an upper bound",
	Oracle: true, Sums: true, Structures: true,
	new: func() Decoder { return &perturbed{Draws: 100} },
}

type perturbed struct {
	Draws int `json:"draws" range:"[1,1000000]" help:"perturbed maximisers"`
}

func (d *perturbed) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	s, err := h.Solver()
	if err != nil {
		return err
	}
	a, err := perturb.Estimate(out, s, p, h.Key.Gumbel, d.Draws)
	out.NotConverged, out.LogZ, out.Summed = false, a.Mean, true
	return err
}
