package examine

import (
	"math/rand/v2"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// structured fills an instance with structure s and costs: arcs, six variables, or two to four
// words whose labels are the words and one more.
func structured(s sp.Structure) func(*rand.Rand, *sp.Instance) {
	return func(r *rand.Rand, x *sp.Instance) {
		x.Structure = &s
		switch s.Kind {
		case sp.Path:
			label(r, x, 2, member(r, x, len(s.Arcs), 2))
		case sp.Cardinality:
			label(r, x, 2, member(r, x, 6, 2))
		default:
			n := 2 + r.IntN(3)
			point(r, x, member(r, x, n, n+1))
		}
	}
}

// member draws costs for x, of n variables and k labels. It returns the cheapest labeling.
func member(r *rand.Rand, x *sp.Instance, n, k int) []int32 {
	y, p := make([]int32, n), sp.Potentials{K: k, Node: make([]float64, n*k), Structure: x.Structure}
	x.Costs = make([]float64, n*k)
	for i := range p.Node {
		p.Node[i] = r.NormFloat64()
		x.Costs[i] = -p.Node[i]
	}
	solver, err := oracle.New(&sp.Instance{Structure: x.Structure}, nil)
	if err == nil {
		_, err = solver.MAP(y, &p)
	}
	if err != nil {
		panic("examine: " + err.Error()) // an error in this file
	}
	return y
}

// point gives words two columns: of their place, and mostly of their label's. Words are labels too.
func point(r *rand.Rand, x *sp.Instance, y []int32) {
	x.K, x.Gold = len(y)+1, y
	x.Node = sp.Rows{N: len(y), D: 9, Start: []int32{0}}
	for d, k := range y {
		if r.Float64() < 0.2 {
			k = r.Int32N(int32(x.K))
		}
		x.Node.Index = append(x.Node.Index, int32(d), 4+k)
		x.Node.Start = append(x.Node.Start, int32(2*d+2))
	}
}
