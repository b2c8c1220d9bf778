package oracle_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// A problem is potentials small enough to enumerate.
type problem struct {
	name   string
	chain  bool
	scores string
	p      *sp.Potentials
}

// problems is the test table of all solvers: all kinds of graph, pair score and magnitude, with and
// without forbidden labels.
func problems() []problem {
	var list []problem
	r := pcg(20, 18)
	sizes := [][2]int{{0, 3}, {1, 1}, {1, 4}, {2, 1}, {2, 9}, {3, 2}, {3, 5}, {3, 7}, {4, 3},
		{5, 4}, {7, 2}}
	for _, graph := range []string{"chain", "shuffled", "tree", "star", "forest", "empty"} {
		for _, pair := range []string{"potts", "shared", "edges", "none"} {
			for _, scores := range []string{"normal", "forbidden", "big", "mixed", "ties",
				"tenths"} {
				for _, size := range sizes {
					n, k := size[0], size[1]
					p := potentials(r, edgesOf(r, graph, n), n, k, pair, scores)
					name := fmt.Sprintf("%s/%s/%s/n=%d,K=%d", graph, pair, scores, n, k)
					list = append(list, problem{name, graph == "chain", scores, p})
				}
			}
		}
	}
	return list
}

// solvers returns a fresh solver of every kind suitable for q.
func (q *problem) solvers() map[string]solver {
	s := map[string]solver{"tree": oracle.NewTree()}
	if q.chain {
		s["chain"] = oracle.NewChain()
	}
	if len(q.p.Pair.Potts)+len(q.p.Pair.Table) == 0 {
		s["independent"] = oracle.NewIndependent()
	}
	return s
}

type solver interface {
	sp.Solver
	sp.Clamper
}

func edgesOf(r *rand.Rand, graph string, n int) []sp.Edge {
	var edges []sp.Edge
	join := func(a, b int) {
		edges = append(edges, sp.Edge{U: int32(min(a, b)), V: int32(max(a, b))})
	}
	name := r.Perm(n)
	switch graph {
	case "chain", "shuffled":
		edges = sp.ChainEdges(n)
	case "star":
		for d := 1; d < n; d++ {
			join(name[0], name[d])
		}
	case "tree", "forest":
		for d := 1; d < n; d++ {
			if graph == "tree" || r.IntN(3) > 0 {
				join(name[d], name[r.IntN(d)])
			}
		}
	}
	if graph != "chain" {
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	}
	return edges
}

func potentials(r *rand.Rand, edges []sp.Edge, n, k int, pair, scores string) *sp.Potentials {
	p := &sp.Potentials{K: k, Node: make([]float64, n*k), Edges: edges}
	switch m := len(edges); pair {
	case "potts":
		p.Pair.Potts = make([]float64, m)
	case "shared":
		p.Pair.Table = make([]float64, k*k)
	case "edges":
		p.Pair.Table = make([]float64, m*k*k)
	}
	for _, v := range [][]float64{p.Node, p.Pair.Potts, p.Pair.Table} {
		for i := range v {
			switch scores {
			case "normal", "forbidden":
				v[i] = 2 * r.NormFloat64()
			case "big":
				v[i] = 2000*r.Float64() - 1000
			case "mixed": // large beside small scores: underflow
				v[i] = r.NormFloat64() * []float64{0.1, 10, 400}[r.IntN(3)]
			case "ties": // exact in any order of summation
				v[i] = float64(r.IntN(3) - 1)
			case "tenths": // equal sums with different rounding
				v[i] = float64(r.IntN(5)-2) / 10
			}
		}
	}
	if scores != "normal" && scores != "big" {
		forbid(r, p.Node)
	}
	return p
}

func forbid(r *rand.Rand, node []float64) {
	for i := range node {
		if r.IntN(5) == 0 {
			node[i] = math.Inf(-1)
		}
	}
}

// restricted returns p with all labels of d except k forbidden.
func restricted(p *sp.Potentials, d int, k int32) *sp.Potentials {
	q := *p
	q.Node = append([]float64{}, p.Node...)
	for j := range p.K {
		if int32(j) != k {
			q.Node[d*p.K+j] = math.Inf(-1)
		}
	}
	return &q
}

// near reports whether a and b agree to tol relative to their size, or are the
// same infinity.
func near(a, b, tol float64) bool {
	return a == b || math.Abs(a-b) <= tol*(1+math.Abs(a)+math.Abs(b))
}

// attractive returns potentials of a grid of two labels with Potts strengths in [0, most]. With
// most = 0 they are separable.
func attractive(seed uint64, rows, columns int, most float64) *sp.Potentials {
	r := pcg(seed, 10)
	n := rows * columns
	p := potentials(r, sp.GridEdges(rows, columns), n, 2, "potts", "normal")
	for e := range p.Pair.Potts {
		p.Pair.Potts[e] = most * r.Float64()
	}
	return p
}
