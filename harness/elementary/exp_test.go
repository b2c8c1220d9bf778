package elementary_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/elementary"
)

func TestExp(t *testing.T) {
	worst := 0.0
	for x := 0.0; x > -699.9; x -= 0.00137 {
		got, want := elementary.Exp(x), math.Exp(x)
		worst = max(worst, math.Abs(got/want-1))
	}
	if worst > 5e-16 {
		t.Errorf("relative error up to %v", worst)
	}
	for _, x := range []float64{0, -700, -745, -1000, math.Inf(-1), -0x1p-60} {
		if got := elementary.Exp(x); got != math.Exp(x) {
			t.Errorf("exp %v is %v, want %v", x, got, math.Exp(x))
		}
	}
	if !math.IsNaN(elementary.Exp(math.NaN())) {
		t.Error("NaN is lost")
	}
}
