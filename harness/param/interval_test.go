package param

import (
	"math"
	"testing"
)

func TestWithin(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		v        float64
		interval string
		want     bool
	}{
		{0, "(0,inf)", false}, {1e-300, "(0,inf)", true}, {0, "[0,1]", true}, {1, "[0,1]", true},
		{1, "[0, 1)", false},
		{-inf, "(-inf,0)", false}, {-5, "(-inf,0)", true}, {7, "", true},
	}
	for _, test := range tests {
		if got := (&Parameter{Range: test.interval}).Within(test.v); got != test.want {
			t.Errorf("within(%v, %q) = %v", test.v, test.interval, got)
		}
	}
}
