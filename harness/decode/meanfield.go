package decode

import (
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var meanfieldKind = Kind{
	Name: "meanfield",
	Doc: "at each variable the label of largest probability in the mean-field approximation, " +
		"by coordinate ascent from the node scores alone; also its probabilities, and " +
		"a lower bound on log Z; on any graph",
	Approximate: "mean field",
	Sums:        true,
	new:         func() Decoder { return &meanfield{Sweeps: 100, Tolerance: 1e-4} },
}

// meanfield breaks ties towards the smaller label.
type meanfield struct {
	Sweeps    int     `json:"sweeps" range:"[1,1000000]" help:"maximum number of sweeps"`
	Tolerance float64 `json:"tolerance" range:"[0,1]" help:"it ends if no probability changes by more in a sweep"`

	field local.MeanField
}

func (d *meanfield) Decode(out *sp.Prediction, p *sp.Potentials, _ Help) error {
	if err := possible(p); err != nil {
		return err
	}
	d.field.Reset(p)
	_, done := d.field.Run(d.Sweeps, d.Tolerance)
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()),
		Marginal: append(out.Marginal[:0], d.field.Q...), NotConverged: !done,
		LogZ: d.field.Bound()}
	out.Summed = out.LogZ-out.LogZ == 0 // not after an overflow
	bestOf(out.Labels, out.Marginal, p.K)
	return nil
}
