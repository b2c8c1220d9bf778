package stats_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

// The tolerance is far below a difference that matters, and far above rounding.
func TestTolerance(t *testing.T) {
	inf := math.Inf(1)
	a := []float64{100, 1, 1, 1, -100}
	b := []float64{99, 1 + 1e-9, 1 + 1e-11, 1 + 2e-10, -100 - 2e-9}
	var signs []int
	for i := range a {
		signs = append(signs, cmp.Compare(stats.Minus(a[i], b[i], stats.Tolerance(a, b)), 0))
	}
	if !slices.Equal(signs, []int{1, -1, 0, -1, 1}) {
		t.Error(signs)
	}
	if got := stats.Tolerance([]float64{1, -3, math.NaN()}, []float64{inf}, nil); got != 3e-12 {
		t.Error(got)
	}
	if got := stats.Minus(inf, 1, inf); !math.IsInf(got, 1) && got != 0 {
		t.Error(got)
	}
	if got := stats.Minus(math.NaN(), 1, 1); !math.IsNaN(got) {
		t.Error(got)
	}
}

func TestEqual(t *testing.T) {
	nan := math.NaN()
	row := func(v ...float64) []stats.Sample {
		return []stats.Sample{{Instances: []int{2, 3}, Values: v[:2]},
			{Instances: []int{3}, Values: v[2:]}}
	}
	a := row(1, nan, 3)
	for _, c := range []struct {
		b    []stats.Sample
		want bool
	}{{row(1, nan, 3), true}, {row(1+1e-13, nan, 3), true}, {row(1, 0, 3), false},
		{row(1, nan, 3.1), false}, {a[:1], false}, {nil, false}} {
		if stats.Equal(a, c.b) != c.want || stats.Equal(c.b, a) != c.want {
			t.Errorf("%v: want %v", c.b, c.want)
		}
	}
	if stats.Equal(nil, nil) {
		t.Error("rows without values are equal")
	}
}
