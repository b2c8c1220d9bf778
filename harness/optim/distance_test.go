package optim_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/optim"
)

// TestDistance checks the steps of the definition, and their effect on scores: if features are
// c times as large, steps are c² times as short, so that scores move alike.
func TestDistance(t *testing.T) {
	var d optim.Distance
	if b := d.Bound(0, 0, 5); !math.IsInf(b, 1) {
		t.Errorf("no gradient so far: %v", b)
	}
	for i, step := range []struct{ square, norm, value, want float64 }{
		{4, 0, 6, 3. / 2},   // ℓ/‖g‖ = 3, divided by 2
		{5, 1, 100, 3. / 3}, // only the first value counts
		{16, 7, 0, 7. / 5},  // the iterate is farther
		{0, 2, 0, 7. / 5},   // the largest distance counts
	} {
		if b := d.Bound(step.square, step.norm, step.value); math.Abs(b-step.want) > 1e-15 {
			t.Errorf("step %d: %v, want %v", i+1, b, step.want)
		}
	}
	for _, c := range []float64{1e-3, 1e3} {
		var plain, scaled optim.Distance
		a, b := plain.Bound(4, 0, 6), scaled.Bound(4*c*c, 0, 6) // gradients are c times as long
		if math.Abs(b*c*c/a-1) > 1e-12 {
			t.Errorf("features times %v: a step of %v for %v", c, b, a)
		}
	}
}
