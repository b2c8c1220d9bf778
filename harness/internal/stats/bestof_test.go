package stats

import (
	"math"
	"math/bits"
	"testing"
)

// TestExpectedBest: as over all subsets of each size.
func TestExpectedBest(t *testing.T) {
	v := []float64{0.31, 0.12, 0.5, 0.12, 0.9, 0.44, 0.2}
	sum, count := make([]float64, len(v)), make([]float64, len(v))
	for set := uint(1); set < 1<<len(v); set++ {
		least := math.Inf(1)
		for i, x := range v {
			if set>>i&1 == 1 {
				least = min(least, x)
			}
		}
		k := bits.OnesCount(set) - 1
		sum[k], count[k] = sum[k]+least, count[k]+1
	}
	for k, got := range ExpectedBest(v) {
		if want := sum[k] / count[k]; math.Abs(got-want) > 1e-14 {
			t.Errorf("best of %d: %v, over all subsets %v", k+1, got, want)
		}
	}
	if got := ExpectedBest(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
