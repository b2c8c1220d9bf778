package decode

import (
	"fmt"
	"math"

	"github.com/spbench/spbench/harness/sp"
)

// possible returns an error if all labels of a variable are forbidden. O(nK).
func possible(p *sp.Potentials) error {
	for v := range p.N() {
		if row := p.Node[v*p.K:][:p.K]; math.IsInf(row[sp.Best(row)], -1) {
			return fmt.Errorf("decode: every label of variable %d is forbidden", v)
		}
	}
	return nil
}

// bestOf fills y (n) with the first label of largest value at each variable.
func bestOf(y []int32, value []float64, k int) {
	for d := range y {
		y[d] = sp.Best(value[d*k:][:k])
	}
}
