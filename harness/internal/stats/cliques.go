package stats

import "slices"

// Cliques returns the sets of two or more of 0, …, n−1 of which all are joined in pairs, those that
// no other of n can be added to, each in order and all in the order of their first members (Bron &
// Kerbosch 1973). Exponential in the worst case, where n is small.
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
