package oracle

import "github.com/spbench/spbench/harness/kernel"

// argmin returns the index and value of the first smallest entry. If the smallest is NaN, the index
// is 0.
func argmin(v []float64) (int32, float64) {
	least := kernel.Min(v)
	for j, a := range v {
		if a == least {
			return int32(j), least
		}
	}
	return 0, least
}
