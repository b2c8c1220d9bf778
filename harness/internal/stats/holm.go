package stats

import (
	"cmp"
	"math"
	"slices"
)

// Holm returns the step-down adjusted p-values (Holm 1979). Rejecting those of at most α keeps the
// probability of any false rejection in the family at most α, under any dependence. NaN stays NaN
// and does not count as a member of the family. O(m log m).
func Holm(p []float64) []float64 {
	adjusted := slices.Clone(p)
	var order []int
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	running := 0.0
	for step, i := range order {
		running = max(running, min(1, float64(len(order)-step)*p[i]))
		adjusted[i] = running
	}
	return adjusted
}
