package decode

import (
	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var gibbsKind = Kind{
	Name: "gibbs", Doc: "at each variable the label of largest marginal probability, by Gibbs sampling (Geman & Geman 1984) from what node scores alone say; also the " +
		"marginals, as means of the conditional probabilities that the sampler sees; on any graph",
	Approximate: "Gibbs sampling, always for as many sweeps as it is given, settled or not",
	new:         func() Decoder { return &gibbs{BurnIn: 100, Sweeps: 500, Thinning: 5} },
}

// gibbs estimates marginals by q_d(k) = mean over samples y of p(y_d = k | y of all others), which usually comes nearer
// than the frequencies of labels in the same samples (Gelfand & Smith 1990). Samples of a chain depend on each other: where
// pair scores are strong, either is further off than frequencies of as many independent samples. It breaks ties towards the
// smaller label.
type gibbs struct {
	BurnIn   int `json:"burn-in" range:"[0,1000000]" help:"sweeps before the first sample"`
	Sweeps   int `json:"sweeps" range:"[1,1000000]" help:"sweeps after these"`
	Thinning int `json:"thinning" range:"[1,1000000]" help:"sweeps from a sample to the next; the first is after as many"`

	state local.State
	row   []float64
}

func (d *gibbs) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	if err := possible(p); err != nil {
		return err
	}
	d.state.Reset(p)
	d.state.Best()
	*out = sp.Prediction{Labels: sp.Grow(out.Labels, p.N()), Marginal: sp.Grow(out.Marginal, len(p.Node))}
	clear(out.Marginal)
	d.row = sp.Grow(d.row, len(p.Node))
	every := min(d.Thinning, d.Sweeps) // one sample at least
	for i := range d.BurnIn + d.Sweeps/every*every {
		d.state.Gibbs(h.Key, uint64(i))
		if kept := i + 1 - d.BurnIn; kept > 0 && kept%every == 0 {
			local.Conditionals(d.row, p, d.state.Y)
			accumulate(out.Marginal, d.row, p.K)
		}
	}
	for i := range out.Marginal {
		out.Marginal[i] /= float64(d.Sweeps / every)
	}
	bestOf(out.Labels, out.Marginal, p.K)
	return nil
}

// accumulate adds to q (n×K) the probabilities in proportion to the exponentials of each row of scores (n×K), which it
// overwrites.
func accumulate(q, scores []float64, k int) {
	for ; len(scores) > 0; q, scores = q[k:], scores[k:] {
		row := scores[:k]
		elementary.Softmax(row)
		for l, v := range row {
			q[l] += v
		}
	}
}
