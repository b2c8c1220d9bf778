package stats

import (
	"slices"
	"testing"
)

// TestPerformanceRatios: the worked values of two solvers on three problems, one of which only the second solves.
func TestPerformanceRatios(t *testing.T) {
	got := PerformanceRatios([][]float64{{1, 4}, {6, 2}, {inf, 5}, {inf, inf}})
	want := [][]float64{{1, 4}, {3, 1}, {inf, 1}, {inf, inf}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
}
