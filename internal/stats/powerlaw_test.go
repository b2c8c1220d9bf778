package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPowerLawIsFound: data of a law give it back, with the constant and without.
func TestPowerLawIsFound(t *testing.T) {
	n := []float64{50, 100, 200, 400, 800}
	for _, law := range []PowerLaw{{A: 2, B: 0.5, C: 0.1}, {A: 0.9, B: 0.25}, {A: 30, B: 1.3, C: 0.2}, {A: 0, B: 1, C: 0.3}} {
		var y, w []float64
		for i, at := range n {
			y, w = append(y, law.At(at)), append(w, float64(1+i))
		}
		got := FitPowerLaw(n, y, w)
		if got.Free() != (law.A > 0) || got.Misfit > 1e-8 || law.A > 0 && math.Abs(got.B-law.B) > 1e-5 || math.Abs(got.C-law.C) > 1e-5 {
			t.Errorf("%+v of data of %+v", got, law)
		}
	}
}

// TestPowerLawIsBest: with noise no law of many drawn at random, nor near the best, has smaller squares; and what rises is fitted
// by a constant, its weighted mean.
func TestPowerLawIsBest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	n := []float64{20, 50, 100, 200, 400}
	squares := func(l PowerLaw, y, w []float64) (s float64) {
		for i := range n {
			s += w[i] * (y[i] - l.At(n[i])) * (y[i] - l.At(n[i]))
		}
		return s
	}
	for range 20 {
		var y, w []float64
		for _, at := range n {
			y, w = append(y, 1.5*math.Pow(at, -0.6)+0.05+0.03*r.NormFloat64()), append(w, 0.2+r.Float64())
		}
		got := FitPowerLaw(n, y, w)
		least := squares(got, y, w)
		for range 5000 {
			other := PowerLaw{A: 10 * r.Float64(), B: 0.02 + 3.9*r.Float64(), C: 0.3 * r.Float64()}
			if r.IntN(2) == 0 {
				other = PowerLaw{A: max(0, got.A*(1+0.05*r.NormFloat64())), B: min(4, max(0.02, got.B*(1+0.05*r.NormFloat64()))), C: max(0, got.C+0.01*r.NormFloat64())}
			}
			if s := squares(other, y, w); s < least*(1-1e-6) {
				t.Fatalf("%+v has %g, %+v has %g", got, least, other, s)
			}
		}
	}
	for _, b := range []float64{0.001, 6} {
		var y []float64
		for _, at := range n {
			y = append(y, 100*math.Pow(at, -b))
		}
		if got := FitPowerLaw(n, y, []float64{1, 1, 1, 1, 1}); got.Free() {
			t.Errorf("exponent %v is beyond the border: %+v", b, got)
		}
	}
	rising := FitPowerLaw(n, []float64{0.1, 0.2, 0.3, 0.4, 0.5}, []float64{1, 1, 1, 1, 6})
	if rising.Free() || rising.A != 0 || math.Abs(rising.C-0.4) > 1e-12 {
		t.Errorf("of what rises: %+v", rising)
	}
}
