package skeleton

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/skeleton"
	"github.com/spbench/spbench/harness/sp"
)

// masks returns n grids of a rectangle with a tenth of the pixels flipped, with the features of
// dataset grabcut.
func masks(seed uint64, n, rows, columns int) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 1))
	xs := make([]sp.Instance, n)
	for i := range xs {
		size := rows * columns
		x := sp.Instance{ID: strconv.Itoa(i), Weight: 1, K: 2, Gold: make([]int32, size),
			Node: sp.Rows{N: size, D: 1}, Shape: [2]int{rows, columns}}
		top, left := r.IntN(rows/2), r.IntN(columns/2)
		for d := range x.Gold {
			row, column := d/columns, d%columns
			if row >= top && row < top+rows/2 && column >= left && column < left+columns/2 {
				x.Gold[d] = 1
			}
			seen := x.Gold[d]
			if r.IntN(10) == 0 {
				seen = 1 - seen
			}
			x.Node.Dense = append(x.Node.Dense, float32(2*seen-1))
			if column < columns-1 {
				x.Edges = append(x.Edges, sp.Edge{U: int32(d), V: int32(d + 1)})
				x.Edge.Dense = append(x.Edge.Dense, 0, 1)
			}
			if row < rows-1 {
				x.Edges = append(x.Edges, sp.Edge{U: int32(d), V: int32(d + columns)})
				x.Edge.Dense = append(x.Edge.Dense, 1, 0)
			}
		}
		x.Edge.N, x.Edge.D = len(x.Edges), 2
		xs[i] = x
	}
	return xs
}

var input, fit = learnertest.Input, learnertest.Fit

const three = `{"pairs":"potts","reference":true}` // one node weight, two strengths

func advance(t testing.TB, f *descent, n int) {
	t.Helper()
	for range n {
		need(t, f.step())
	}
}

// task returns the task outside of a fit, with an unmetered solver.
func task(in learner.Input) *sp.Task {
	cut := oracle.NewCut()
	return &sp.Task{Train: in.Train, Map: in.Map, Loss: in.Loss, Seed: in.Seed,
		Solver: func(*sp.Instance) (sp.Solver, error) { return cut, nil }}
}

// defaults returns the learner without a cap on calls.
func defaults() *Skeleton {
	l := newLearner().(*Skeleton)
	l.Calls = 0
	return l
}

// boxAt returns the box of equal widths at low.
func boxAt(low []float64, width float64) skeleton.Box {
	return skeleton.Box{Low: low, Width: slices.Repeat([]float64{width}, len(low))}
}
