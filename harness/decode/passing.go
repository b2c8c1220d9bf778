package decode

import (
	"github.com/spbench/spbench/harness/messages"
	"github.com/spbench/spbench/harness/sp"
)

// passing is the common part of the decoders by message passing.
type passing struct {
	Rule      string  `json:"rule" enum:"sum,max" help:"sum: the labels of largest marginal probability, also the marginals; max: those of the best scores"`
	Sweeps    int     `json:"sweeps" range:"[1,1000000]" help:"maximum number of times to send each message"`
	Damping   float64 `json:"damping" range:"[0,1)" help:"share of the old message in the new one"`
	Tolerance float64 `json:"tolerance" range:"[0,inf)" help:"it ends if no message, as a logarithm, changes by more"`
	LogZ      bool    `json:"log-z" when:"rule=sum" help:"also log Z: it takes as long as some 30 sweeps, by trw an upper bound after convergence"`

	state messages.State
	most  []bool
}

// read passes messages with these appearance probabilities. It breaks ties towards the smaller
// label.
func (d *passing) read(out *sp.Prediction, p *sp.Potentials, rho []float64) error {
	if err := possible(p); err != nil {
		return err
	}
	rule := messages.Rule{Rho: rho, Damping: d.Damping}
	if d.Rule == "max" {
		d.most = sp.Grow(d.most, p.N())
		for v := range d.most {
			d.most[v] = true
		}
		rule.Max = d.most
	}
	d.state.Reset(p, rule)
	_, done := d.state.Run(d.Sweeps, d.Tolerance)
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()), Marginal: out.Marginal, NotConverged: !done}
	d.state.Labels(out.Labels)
	if d.Rule == "max" {
		out.Marginal = nil
		return nil
	}
	out.Marginal = sp.Grow(out.Marginal, len(p.Node))
	d.state.Beliefs(out.Marginal)
	if d.LogZ {
		out.LogZ = d.state.Value()
		out.Summed = out.LogZ-out.LogZ == 0
	}
	return nil
}
