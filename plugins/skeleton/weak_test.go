package skeleton

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestUnknownLabels: only known labels count in the expected loss. κ multiplies weights.
func TestUnknownLabels(t *testing.T) {
	in := input(masks(1, 2, 6, 6), three, "hamming")
	weak := in.Train[1]
	weak.Gold = slices.Clone(weak.Gold)
	for d := range weak.Gold {
		if d%3 > 0 {
			weak.Gold[d] = sp.Unknown
		}
	}
	l := defaults()
	l.Iterations = 1
	risk := func(train, partial []sp.Instance) float64 {
		in := in
		in.Train, in.Partial = train, partial
		points, _ := fit(t, l, in)
		return points[len(points)-1].Values["expected-loss"]
	}
	a, b := risk(in.Train[:1], nil), risk([]sp.Instance{weak}, nil)
	for _, kappa := range []float64{0, 0.25, 3} {
		l.Kappa = kappa
		want := (a + kappa*b) / (1 + kappa)
		if got := risk(in.Train[:1], []sp.Instance{weak}); math.Abs(got-want) > 1e-12 {
			t.Errorf("κ = %v: expected loss %v, want %v", kappa, got, want)
		}
	}
	if a == b {
		t.Error("both have the same loss")
	}
}
