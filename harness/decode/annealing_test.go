package decode_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestAnnealingOfNothing: the temperature is 1 if no change gains or loses anything.
func TestAnnealingOfNothing(t *testing.T) {
	p := &sp.Potentials{K: 3, Node: []float64{0, 0, 0, math.Inf(-1), 0, 0}}
	if out := decodeWith(t, "annealing", "", p); out.Labels[1] == 0 {
		t.Errorf("a forbidden label: %v", out.Labels)
	}
}
