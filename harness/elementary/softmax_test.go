package elementary_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/elementary"
	"github.com/spbench/spbench/harness/learnertest/cputime"
)

func TestSoftmax(t *testing.T) {
	inf := math.Inf(-1)
	for _, scores := range [][]float64{
		{0}, {-3.5}, {0, 0}, {1, 2, 3}, {-700, 0.1}, {-1000, 1000}, {1e4, 1e4 + 1, 1e4 - 2},
		{inf, 2, inf}, {-2000, inf, -2001}, {5e-324, -5e-324},
	} {
		top, sum := inf, 0.0
		for _, s := range scores {
			top = max(top, s)
		}
		for _, s := range scores {
			sum += math.Exp(s - top)
		}
		got := append([]float64(nil), scores...)
		if logSum, want := elementary.Softmax(got), top+math.Log(sum); math.Abs(
			logSum-want) > 2e-15*(1+math.Abs(want)) {
			t.Errorf("%v: log Σ exp is %v, want %v", scores, logSum, want)
		}
		for k, q := range got {
			if want := math.Exp(scores[k]-top) / sum; math.Abs(q-want) > 1e-15*want {
				t.Errorf("%v: probability %d is %v, want %v", scores, k, q, want)
			}
		}
	}
	if logSum := elementary.Softmax([]float64{0, math.NaN()}); !math.IsNaN(logSum) {
		t.Errorf("NaN is lost: %v", logSum)
	}
}

func BenchmarkSoftmax(b *testing.B) {
	v := make([]float64, 2)
	defer cputime.PerOp(b)()
	for i := 0; b.Loop(); i++ {
		v[0], v[1] = 0, float64(i&1023)/64
		elementary.Softmax(v)
	}
}
