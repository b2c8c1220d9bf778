package bound

import (
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// Maximum returns max_m log Z_m of the clampings in list, the tightest of the three bounds. It
// returns no gradient: where the largest two log Z_m are equal, the maximum has none.
func (b *Evaluator) Maximum(s sp.Conditioner, p *sp.Potentials, list []Clamping) (float64, error) {
	b.begin(nil)
	top := math.Inf(-1)
	for i := range list {
		b.sum.clear()
		if err := b.mix(nil, s, p, &list[i]); err != nil {
			return 0, err
		}
		top = max(top, b.sum.log())
	}
	return top, nil
}
