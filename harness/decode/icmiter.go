package decode

import (
	"math"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

var icmIterKind = Kind{
	Name: "icm-iter", Factors: true,
	Doc: "ICM repeated with the node scores of random variables set to 0 (Bertasius et al. " +
		"2017, section 6): at each variable its most frequent label; also the frequencies, " +
		"with squared standard errors as if runs were independent. The paper does not " +
		"specify the start of a run and the combination of runs: here the first run begins " +
		"as icm, each other one with the labels of the one before; on any graph",
	Approximate: "iterated conditional modes, repeated",
	new:         func() Decoder { return &icmIter{Draws: 50, Share: 0.1, Sweeps: 100} },
}

// icmIter breaks ties towards the smaller label. Forbidden labels stay forbidden.
type icmIter struct {
	Draws  int     `json:"draws" range:"[1,1000000]" help:"runs; each begins with the labels of the one before"`
	Share  float64 `json:"share" range:"[0,1]" help:"probability of setting the node scores of a variable to 0"`
	Sweeps int     `json:"sweeps" range:"[1,1000000]" help:"maximum number of sweeps of a run"`

	state local.State
	node  []float64
}

func (d *icmIter) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	if err := possible(p); err != nil {
		return err
	}
	d.state.Reset(p)
	d.state.Best()
	d.node = sp.Grow(d.node, len(p.Node))
	sample(out, p, d.Draws, func(i uint64) ([]int32, bool) {
		d.drop(p, h.Key.Stream(i))
		d.state.Rescore(d.node)
		_, done := d.state.ICM(d.Sweeps)
		return d.state.Y, done
	})
	return nil
}

// drop sets node to the node scores, with 0 at random variables.
func (d *icmIter) drop(p *sp.Potentials, noise perturb.Stream) {
	copy(d.node, p.Node)
	for v := range p.N() {
		if noise.Uniform(v) >= d.Share {
			continue
		}
		for k, score := range d.node[v*p.K:][:p.K] {
			if score > math.Inf(-1) {
				d.node[v*p.K+k] = 0
			}
		}
	}
}
