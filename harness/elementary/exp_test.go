package elementary_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/learnertest/cputime"
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

// TestExps: the bits equal those of single calls, for differences of all sizes and lists of all
// lengths, also in place.
func TestExps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 700))
	special := []float64{math.Inf(-1), math.NaN(), -700, -700.5, -745.2, -746, -747, -1e300, 0,
		math.Copysign(0, -1), -5e-324}
	for n := range 40 {
		for trial := range 60 {
			x, top := make([]float64, n), float64(trial%3)
			for i := range x {
				x[i] = top - 730*math.Pow(r.Float64(), float64(1+trial%9))
				if trial%2 == 1 && r.IntN(9) == 0 {
					x[i] = top + special[r.IntN(len(special))]
				}
			}
			got, want := append(slices.Clone(x), 42), make([]float64, n)
			for i := range x {
				want[i] = elementary.Exp(x[i] - top)
			}
			elementary.Exps(got, got[:n], top)
			for i, w := range want {
				if math.Float64bits(got[i]) != math.Float64bits(w) && (w == w || got[i] == got[i]) {
					t.Fatalf("exp(%v − %v), entry %d of %d, is %v, want %v", x[i], top, i, n, got[i], w)
				}
			}
			if got[n] != 42 {
				t.Fatalf("written beyond %d", n)
			}
		}
	}
}

func BenchmarkExps26(b *testing.B) {
	x, dst := make([]float64, 26), make([]float64, 26)
	for i := range x {
		x[i] = -float64(i) / 7
	}
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		elementary.Exps(dst, x, 0)
	}
}
