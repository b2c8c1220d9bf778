package oracle

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/kernel"
	"github.com/spbench/spbench/harness/sp"
)

// ErrForbidden is wrapped by the error of every oracle when no labeling has a score above -Inf.
var ErrForbidden = sp.ErrForbidden

// fault explains why the result under p, a maximum or log Z, is not finite.
func fault(result float64, p *sp.Potentials) error {
	for i, v := range p.Node {
		if v != v || math.IsInf(v, 1) {
			return fmt.Errorf("node score of variable %d, label %d is %v, must be finite or -Inf",
				i/p.K, i%p.K, v)
		}
	}
	for i, v := range p.Pair.Table {
		if v != v || math.IsInf(v, 1) {
			return fmt.Errorf("entry %d of the pair table is %v, must be finite", i, v)
		}
	}
	for e, v := range p.Pair.Potts {
		if v-v != 0 {
			return fmt.Errorf("the Potts strength of edge %d is %v, must be finite", e, v)
		}
	}
	for i, v := range p.Factor {
		if v-v != 0 {
			return fmt.Errorf("entry %d of the tables of factors is %v, must be finite", i, v)
		}
	}
	for d := range p.N() {
		row := p.Node[d*p.K : (d+1)*p.K]
		if m := kernel.Max(row); math.IsInf(m, -1) {
			return fmt.Errorf("%w: variable %d has no label with a finite score", ErrForbidden, d)
		}
	}
	if math.IsInf(result, -1) {
		return ErrForbidden
	}
	return fmt.Errorf("the scores overflow: the result is %v", result)
}
