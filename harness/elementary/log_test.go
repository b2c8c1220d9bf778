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

// The bits of Logs are those of single calls, for lists of all lengths, also in place.
func TestLogs(t *testing.T) {
	for n := range 40 {
		x := make([]float64, n+1)
		for i := range x {
			x[i] = math.Exp(float64((i*37+n*11)%200) - 100.3)
		}
		want := x[n]
		got := append([]float64(nil), x...)
		elementary.Logs(got[:n], got[:n])
		for i := range n {
			if math.Float64bits(got[i]) != math.Float64bits(elementary.Log(x[i])) {
				t.Fatalf("log %v, entry %d of %d, is %v", x[i], i, n, got[i])
			}
		}
		if got[n] != want {
			t.Fatalf("written beyond %d", n)
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
