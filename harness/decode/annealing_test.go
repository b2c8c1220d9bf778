package decode_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestAnnealingOfAnyScale: the temperature is in units of the scores. A power of two changes no bit.
func TestAnnealingOfAnyScale(t *testing.T) {
	for _, form := range []string{"potts", "tables"} {
		want := decodeWith(t, "annealing", "", frustrated(6, 3, form)).Labels
		for _, scale := range []float64{0.125, 16} {
			p := frustrated(6, 3, form)
			p.Scale(scale)
			if got := decodeWith(t, "annealing", "", p).Labels; !slices.Equal(got, want) {
				t.Errorf("%s, scores times %v: %v, want %v", form, scale, got, want)
			}
		}
	}
}

// TestAnnealingOfNothing: the temperature is 1 if no change gains or loses anything.
func TestAnnealingOfNothing(t *testing.T) {
	p := &sp.Potentials{K: 3, Node: []float64{0, 0, 0, math.Inf(-1), 0, 0}}
	if out := decodeWith(t, "annealing", "", p); out.Labels[1] == 0 {
		t.Errorf("a forbidden label: %v", out.Labels)
	}
}
