package oracle

import "github.com/spbench/spbench/harness/sp"

// Solvers names the solvers that a pool may hand out for the instances under feature map m, or for
// parts of them: "chain" and "tree", on graphs with cycles also "independent" if the map has no
// pair scores, else "binary" for two labels, else "elimination" and "expansion". O(n) for each
// chain, else O(n+m).
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
