package stats

import "slices"

// ExpectedBest returns, for k = 1 … len(v), the expectation of the least of k values drawn from v
// without replacement:
//
//	E_k = Σ_i C(B−i, k−1)/C(B, k) · v_(i), v_(1) ≤ … ≤ v_(B)
//
// It is the expected result of a search over k random candidates of B (Dodge et al. 2019, there
// with replacement, which is biased; Tang et al. 2020). v is not changed. O(B²).
func ExpectedBest(v []float64) []float64 {
	sorted := slices.Sorted(slices.Values(v))
	all := float64(len(sorted))
	best := make([]float64, len(sorted))
	for at := range best {
		k := float64(at + 1)
		weight := k / all // of the least: the probability that it is among the k
		for i, x := range sorted {
			best[at] += weight * x
			left := all - float64(i+1) // of larger values
			if left > 0 {
				weight *= (left - k + 1) / left
			}
		}
	}
	return best
}
