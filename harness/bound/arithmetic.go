package bound

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// Arithmetic returns log (1/M)·Σ_m Z_m of the M clampings in list: the mean of their sums. In
// the gradient a state has the weight of its share of Σ_m Z_m.
func (b *Evaluator) Arithmetic(mu *sp.Marginals, s sp.Conditioner, p *sp.Potentials,
	list []Clamping) (float64, error) {
	b.begin(mu)
	b.sum.clear()
	for i := range list {
		if err := b.mix(mu, s, p, &list[i]); err != nil {
			return 0, err
		}
	}
	if mu != nil {
		b.sum.addTo(mu, 1, true)
	}
	return b.sum.log() - math.Log(float64(len(list))), nil
}
