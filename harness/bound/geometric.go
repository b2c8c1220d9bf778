package bound

import "github.com/spbench/spbench/harness/sp"

// Geometric returns (1/M)·Σ_m log Z_m of the M clampings in list. In the gradient a
// state of clamping m has weight share/M, where share is its share of Z_m.
func (b *Evaluator) Geometric(mu *sp.Marginals, s sp.Conditioner, p *sp.Potentials,
	list []Clamping) (float64, error) {
	b.begin(mu)
	value, share := 0.0, 1/float64(len(list))
	for i := range list {
		b.sum.clear()
		if err := b.mix(mu, s, p, &list[i]); err != nil {
			return 0, err
		}
		value += share * b.sum.log()
		if mu != nil {
			b.sum.addTo(mu, share, i == 0)
		}
	}
	return value, nil
}
