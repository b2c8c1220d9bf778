package local

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestChoiceIsTheFormula: the table decides as the formula does, to the last bit.
func TestChoiceIsTheFormula(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	check := func(u, g float64) {
		want := int32(0)
		if u*(1+math.Exp(-g)) < 1 {
			want = 1
		}
		if got := choose(u, g); got != want {
			t.Fatalf("choose(%v, %v) = %d", u, g, got)
		}
	}
	for range 300000 {
		g := r.NormFloat64() * 8
		check(r.Float64(), g)
		p := 1 / (1 + math.Exp(-g))
		for range 3 {
			check(p, g)
			p = math.Nextafter(p, 0)
		}
	}
	for _, g := range []float64{math.Inf(-1), -800, -16, 0, 16, 800, math.Inf(1)} {
		for _, u := range []float64{0x1p-53, 1e-8, 0.5, 1 - 1e-8, 1 - 0x1p-53} {
			check(u, g)
		}
	}
}
