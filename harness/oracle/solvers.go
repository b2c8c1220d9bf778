package oracle

import "github.com/spbench/spbench/harness/sp"

// Solvers names the solvers a pool may pick for the instances, or for parts of them, under feature
// map m. It always contains "chain" and "tree". A graph with a cycle adds "independent". If the map
// has pair scores, it also adds "binary" for two labels, else "elimination" and "expansion". O(n)
// for each chain, else O(n+m).
func Solvers(list []sp.Instance, m sp.FeatureMap) []string {
	for i := range list {
		x := &list[i]
		switch {
		case x.IsChain() || Cycle(x.N(), x.Edges) == nil:
			continue
		case independent(m):
			return []string{"chain", "tree", "independent"}
		case x.K == 2:
			return []string{"chain", "tree", "independent", "binary"}
		}
		return []string{"chain", "tree", "independent", "elimination", "expansion"}
	}
	return []string{"chain", "tree"}
}
