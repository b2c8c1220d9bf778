package decode

import (
	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var gibbsKind = Kind{
	Name: "gibbs", Factors: true,
	Doc: "at each variable the label of largest marginal probability, by Gibbs sampling " +
		"(Geman & Geman 1984) from the best label of each variable by itself; also the " +
		"marginals, as means of the sampler's conditional probabilities; on any graph",
	Approximate: "Gibbs sampling, always for the given number of sweeps, converged or not",
	Sums:        true,
	new:         func() Decoder { return &gibbs{BurnIn: 100, Sweeps: 500, Thinning: 5} },
}

// gibbs estimates marginals by q_d(k) = mean over samples y of p(y_d = k | y of all others).
// This is usually more accurate than the frequencies of labels in the same samples (Gelfand &
// Smith 1990). Samples of a chain are dependent: with strong pair scores, both are less
// accurate than frequencies of as many independent samples. It breaks ties towards the smaller
// label.
type gibbs struct {
	BurnIn   int `json:"burn-in" range:"[0,1000000]" help:"sweeps before the first sample"`
	Sweeps   int `json:"sweeps" range:"[1,1000000]" help:"sweeps after the burn-in"`
	Thinning int `json:"thinning" range:"[1,1000000]" help:"sweeps per sample, also before the first"`

	state local.State
	row   []float64
}

func (d *gibbs) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	if err := possible(p); err != nil {
		return err
	}
	d.state.Reset(p)
	d.state.Best()
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()),
		Marginal: sp.Grow(out.Marginal, len(p.Node))}
	clear(out.Marginal)
	d.row = sp.Grow(d.row, len(p.Node))
	every := min(d.Thinning, d.Sweeps) // at least one sample
	for i := range d.BurnIn + d.Sweeps/every*every {
		d.state.Gibbs(h.Key, uint64(i))
		if kept := i + 1 - d.BurnIn; kept > 0 && kept%every == 0 {
			d.state.Conditionals(d.row)
			accumulate(out.Marginal, d.row, p.K)
		}
	}
	for i := range out.Marginal {
		out.Marginal[i] /= float64(d.Sweeps / every)
	}
	bestOf(out.Labels, out.Marginal, p.K)
	return nil
}

// accumulate adds to q (n×K) the softmax of each row of scores (n×K). It overwrites scores.
func accumulate(q, scores []float64, k int) {
	for ; len(scores) > 0; q, scores = q[k:], scores[k:] {
		row := scores[:k]
		elementary.Softmax(row)
		for l, v := range row {
			q[l] += v
		}
	}
}
