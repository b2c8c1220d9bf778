package kernel

import (
	"math"
	"math/bits"
	"testing"
)

// TestExpsDone: regular entries are done, and nothing from the first four with an irregular
// one. The tests of elementary.Exp check the values.
func TestExpsDone(t *testing.T) {
	if !wide {
		t.Skip("plain Go does none")
	}
	for n := 4; n < 40; n++ {
		x, dst := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = -699.9 * float64(i) / float64(n)
		}
		x[n/2] = math.Inf(-1)
		if done := Exps(dst, x, 0); done != n {
			t.Errorf("%d of %d are done", done, n)
		}
		for i := range x {
			old := x[i]
			for _, odd := range []float64{math.NaN(), -700, -746} {
				x[i] = odd
				if done := Exps(dst, x, 0); done > i {
					t.Errorf("%v, entry %d of %d, is reported as done", odd, i, n)
				}
			}
			x[i] = old
		}
	}
}

// TestGumbelDone: one entry in a hundred is left over, and the remainder of a division by four.
// The tests of package perturb check the values.
func TestGumbelDone(t *testing.T) {
	if !wide {
		t.Skip("plain Go does none")
	}
	left, dst := 0, make([]float64, 64)
	for z := range uint64(2000) {
		n := 4 + int(z)%61
		done, again := Gumbel(dst[:n], z<<40)
		if done != n&^3 || again>>(done-1)>>1 != 0 {
			t.Fatalf("%d of %d are done, and %b left", done, n, again)
		}
		left += bits.OnesCount64(again)
	}
	if left < 500 || left > 900 { // of 70000
		t.Errorf("%d entries are left over", left)
	}
}
