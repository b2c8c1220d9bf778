package decode

import (
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var icmKind = Kind{
	Name: "icm", Factors: true,
	Doc: "a labeling that no change of a single label improves, by iterated conditional " +
		"modes (Besag 1986) from the best label of each variable by itself; on any graph",
	Approximate: "iterated conditional modes",
	new:         func() Decoder { return &icm{Sweeps: 100} },
}

type icm struct {
	Sweeps int `json:"sweeps" range:"[1,1000000]" help:"maximum number of sweeps"`

	state local.State
}

func (d *icm) Decode(out *sp.Prediction, p *sp.Potentials, _ Help) error {
	if err := possible(p); err != nil {
		return err
	}
	d.state.Reset(p)
	d.state.Best()
	_, done := d.state.ICM(d.Sweeps)
	*out = sp.Prediction{Labels: append(out.Labels[:0], d.state.Y...), NotConverged: !done}
	return nil
}
