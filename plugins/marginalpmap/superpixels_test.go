package marginalpmap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// superpixels returns n images as planar graphs like those of superpixels: rows×columns regions on
// a sheared grid with some diagonals, and sizes, lengths and contrasts of boundaries. There are
// width features: noisy views of the region's label, and a bias at the end. With k > 2 labels there
// are several objects.
func superpixels(seed uint64, n, rows, columns, k, width int) []sp.Instance {
	r := pcg(seed, 2)
	xs := make([]sp.Instance, n)
	for i := range xs {
		size := rows * columns
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: k, Gold: make([]int32, size),
			Size: make([]float64, size),
			Node: sp.Rows{N: size, D: width}}
		for l := int32(1); l < int32(k); l++ {
			row, column := r.Float64()*float64(rows), r.Float64()*float64(columns)
			radius := (0.15 + 0.2*r.Float64()) * float64(rows+columns)
			for d := range x.Gold {
				if math.Hypot(float64(d/columns)-row, float64(d%columns)-column) < radius {
					x.Gold[d] = l
				}
			}
		}
		for d, l := range x.Gold {
			x.Size[d] = float64(50 + r.IntN(300))
			for j := range width - 1 {
				v := r.NormFloat64()
				if j < 4*k && int(l) == j%k {
					v += 0.5
				}
				x.Node.Dense = append(x.Node.Dense, float32(v))
			}
			x.Node.Dense = append(x.Node.Dense, 1)
		}
		x.Edges = planar(r, rows, columns)
		x.Edge = sp.Rows{N: len(x.Edges), D: 3}
		for _, e := range x.Edges {
			contrast := 0.0
			for j := range width {
				contrast += math.Abs(float64(x.Node.DenseRow(int(e.U))[j] - x.Node.DenseRow(int(e.V))[j]))
			}
			length := float32(0.2 + 1.6*r.Float64())
			x.Edge.Dense = append(x.Edge.Dense, 1, length,
				length*float32(math.Exp(-contrast/float64(width))))
		}
		xs[i] = x
	}
	return xs
}

// planar joins the cells of a grid to the right, downwards and in six of ten cells along one
// diagonal.
func planar(r *rand.Rand, rows, columns int) []sp.Edge {
	var edges []sp.Edge
	for d := range int32(rows * columns) {
		right, down := int(d)%columns < columns-1, int(d)/columns < rows-1
		if right {
			edges = append(edges, sp.Edge{U: d, V: d + 1})
		}
		if down {
			edges = append(edges, sp.Edge{U: d, V: d + int32(columns)})
		}
		if right && down && r.IntN(10) < 6 {
			if r.IntN(2) == 0 {
				edges = append(edges, sp.Edge{U: d, V: d + int32(columns) + 1})
			} else {
				edges = append(edges, sp.Edge{U: d + 1, V: d + int32(columns)})
			}
		}
	}
	return edges
}

// pooled returns the task of in with one solver per instance, as in a fit.
func pooled(t testing.TB, in learner.Input) *sp.Task {
	t.Helper()
	solvers := map[*sp.Instance]sp.Solver{}
	return &sp.Task{Train: in.Train, Partial: in.Partial, Map: in.Map, Loss: in.Loss, Seed: in.Seed,
		Solver: func(x *sp.Instance) (sp.Solver, error) {
			if s, ok := solvers[x]; ok {
				return s, nil
			}
			s, err := oracle.New(x, in.Map)
			solvers[x] = s
			return s, err
		}}
}

// modes are the rows of the paper's Table 5.
var modes = []struct {
	name            string
	reduce, dynamic bool
}{{"basic", false, false}, {"DC", false, true}, {"GR", true, false}, {"DC+GR", true, true}}

// One iteration on a graph of 252 superpixels with 100 features, after 200 iterations.
// ns-labelings/op is the time to find the y_B and add up their features, as in Table 5.
func BenchmarkGraphStep(b *testing.B) {
	in := learnertest.Input(superpixels(1, 20, 14, 18, 2, 100), `{"pairs":"potts"}`,
		"weighted-hamming")
	for _, objective := range []string{kindMarginal, kindWeighted} {
		for _, mode := range modes {
			b.Run(objective+"/"+mode.name, func(b *testing.B) {
				s := newSGD(pooled(b, in), fast(objective, 0.05, true))
				steps(b, s, 200, 1)
				s.checkpoint()
				s.reduce, s.dynamic = mode.reduce, mode.dynamic
				var labelings time.Duration
				features := make([]float64, len(s.Delta)) // as the step adds them, once more
				s.gradient = func(f *finder, r *found, solver sp.Solver, e *example,
					best float64) (float64, error) {
					start := time.Now()
					defer func() { labelings += time.Since(start) }()
					loss, err := marginal(f, r, solver, e, best)
					r.count.addTo(features, 1, in.Map, e.x)
					return loss, err
				}
				b.ReportAllocs()
				defer cputime.PerOp(b)()
				for b.Loop() {
					steps(b, s, 1, 1)
				}
				b.ReportMetric(s.mismatches/s.visits, "mismatches")
				b.ReportMetric(float64(labelings.Nanoseconds())/float64(b.N), "ns-labelings/op")
			})
		}
	}
}
