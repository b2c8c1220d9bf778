package decode

import (
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var annealingKind = Kind{
	Name: "annealing", Doc: "the best labeling that simulated annealing (Geman & Geman 1984) comes across: Gibbs sampling from exp(score/T) from labels drawn uniformly, " +
		"with temperatures T that fall geometrically, then ICM; on any graph",
	Approximate: "simulated annealing",
	new:         func() Decoder { return &annealing{Sweeps: 500, First: 5, Last: 0.1} },
}

type annealing struct {
	Sweeps int     `json:"sweeps" range:"[1,1000000]" help:"sweeps of Gibbs sampling"`
	First  float64 `json:"first" range:"(0,inf)" help:"temperature of the first sweep"`
	Last   float64 `json:"last" range:"(0,inf)" help:"temperature of the last sweep"`

	state local.State
}

func (d *annealing) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	if err := possible(p); err != nil {
		return err
	}
	d.state.Reset(p)
	d.state.Draw(h.Key, 0)
	d.state.Anneal(h.Key, d.Sweeps, d.First, d.Last)
	*out = sp.Prediction{Labels: append(out.Labels[:0], d.state.Y...)}
	return nil
}
