package stats

import "slices"

// Cliques returns the maximal sets of two or more of 0, …, n−1 with all pairs joined. Each set is
// in order, and sets are ordered by their first members (Bron & Kerbosch 1973). Exponential in the
// worst case; use it for small n.
func Cliques(n int, joined func(i, j int) bool) [][]int {
	var all [][]int
	var extend func(clique, candidates, done []int)
	extend = func(clique, candidates, done []int) {
		if len(candidates) == 0 && len(done) == 0 && len(clique) > 1 {
			all = append(all, slices.Clone(clique))
		}
		for len(candidates) > 0 {
			v := candidates[0]
			near := func(list []int) (out []int) {
				for _, u := range list {
					if u != v && joined(u, v) {
						out = append(out, u)
					}
				}
				return out
			}
			extend(append(slices.Clone(clique), v), near(candidates), near(done))
			candidates, done = candidates[1:], append(done, v)
		}
	}
	every := make([]int, n)
	for i := range every {
		every[i] = i
	}
	extend(nil, every, nil)
	return all
}
