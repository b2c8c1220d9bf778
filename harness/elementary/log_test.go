package elementary_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

func TestLog(t *testing.T) {
	for x := 0x1p-60; x < 0x1p60; x *= 1.0009765 {
		if got, want := elementary.Log(x), math.Log(x); math.Abs(got-want) > 1e-15*(1+math.Abs(want)) {
			t.Fatalf("log %v is %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{0x1p-1022, math.MaxFloat64} {
		if got, want := elementary.Log(x), math.Log(x); math.Abs(got-want) > 1e-12 {
			t.Errorf("log %v is %v, want %v", x, got, want)
		}
	}
}

func BenchmarkExp(b *testing.B) {
	sum := 0.0
	defer cputime.PerOp(b)()
	for i := 0; b.Loop(); i++ {
		sum += elementary.Exp(-float64(i&1023) / 64)
	}
}

func BenchmarkLog(b *testing.B) {
	sum := 0.0
	defer cputime.PerOp(b)()
	for i := 0; b.Loop(); i++ {
		sum += elementary.Log(1 + float64(i&1023)/64)
	}
}
