package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/internal/stats"
)

func TestAhead(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	a := []float64{0.1, 0.3, 0.1 + 0.2, 2, nan, 0.5, inf}
	b := []float64{0.2, 0.2, 0.3, 2, 1, nan, 1}
	want := []float64{1, 0, 0.5, 0.5, nan, nan, 0}
	same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
	if got := stats.Ahead(a, b); !slices.EqualFunc(got, want, same) {
		t.Errorf("got %v, want %v", got, want)
	}
}
