package stats

import (
	"cmp"
	"slices"
)

// Ranks returns the rank of each value: 1 for the smallest. Values no further apart than within, or
// joined by such values, share the mean of their ranks (see [Tolerance]). O(n log n).
func Ranks(v []float64, within float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(v[a], v[b]) })
	ranks := make([]float64, len(v))
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && (v[order[hi]]-v[order[hi-1]] <= within ||
			v[order[hi]] == v[order[hi-1]]) { // infinite
			hi++
		}
		for _, i := range order[lo:hi] {
			ranks[i] = float64(lo+1+hi) / 2
		}
		lo = hi
	}
	return ranks
}
