package kernel

import (
	"math"
	"testing"
)

// Whatever is regular is done, and nothing from four on that are not. That it is right is tested beside Exp.
func TestExpsDone(t *testing.T) {
	if !wide {
		t.Skip("plain Go does none")
	}
	var powers [256]uint64
	for n := 4; n < 40; n++ {
		x, dst := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = -699.9 * float64(i) / float64(n)
		}
		x[n/2] = math.Inf(-1)
		if done := Exps(dst, x, 0, &powers); done != n {
			t.Errorf("%d of %d are done", done, n)
		}
		for i := range x {
			old := x[i]
			for _, odd := range []float64{math.NaN(), -700, -746} {
				x[i] = odd
				if done := Exps(dst, x, 0, &powers); done > i {
					t.Errorf("%v, entry %d of %d, is taken for done", odd, i, n)
				}
			}
			x[i] = old
		}
	}
}
