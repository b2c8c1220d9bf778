package decode

import (
	"errors"
	"math"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/sp"
)

var annealingKind = Kind{
	Name: "annealing", Factors: true,
	Doc: "the best labeling found by simulated annealing (Geman & Geman 1984): Gibbs " +
		"sampling from exp(score/T) from uniformly drawn labels, with geometrically falling " +
		"temperatures T, then ICM; on any graph",
	Approximate: "simulated annealing, always for the given number of sweeps, converged or not",
	new:         func() Decoder { return &annealing{Sweeps: 1000, First: 1, Last: 0.1} },
}

// annealing measures temperatures in the mean absolute gain of a change of a single label. The
// result therefore does not depend on the scale of the scores.
type annealing struct {
	Sweeps int     `json:"sweeps" range:"[1,1000000]" help:"sweeps of Gibbs sampling"`
	First  float64 `json:"first" range:"(0,inf)" help:"temperature of the first sweep, in units of the mean gain or loss by changing one label of the start"`
	Last   float64 `json:"last" range:"(0,inf)" help:"temperature of the last sweep, in the same units; at most first"`

	state local.State
	gains []float64
}

// check returns an error if the arguments contradict each other.
func (d *annealing) check() error {
	if d.Last > d.First {
		return errors.New("the temperature rises: last must not exceed first")
	}
	return nil
}

func (d *annealing) Decode(out *sp.Prediction, p *sp.Potentials, h Help) error {
	if err := possible(p); err != nil {
		return err
	}
	d.state.Reset(p)
	d.state.Draw(h.Key, 0)
	unit := d.unit(p)
	d.state.Anneal(h.Key, d.Sweeps, d.First*unit, d.Last*unit)
	*out = sp.Prediction{Labels: append(out.Labels[:0], d.state.Y...)}
	return nil
}

// unit returns the mean absolute gain of a change of a single label of the current labeling; 1
// if no change gains.
func (d *annealing) unit(p *sp.Potentials) float64 {
	d.gains = sp.Grow(d.gains, len(p.Node))
	d.state.Conditionals(d.gains)
	sum, changes := 0.0, 0
	for v, y := range d.state.Y {
		row := d.gains[v*p.K:][:p.K]
		for k, score := range row {
			if gain := math.Abs(score - row[y]); k != int(y) && !math.IsInf(gain, 0) {
				sum, changes = sum+gain, changes+1
			}
		}
	}
	if sum == 0 {
		return 1
	}
	return sum / float64(changes)
}
