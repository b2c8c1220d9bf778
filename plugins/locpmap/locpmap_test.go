package locpmap

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/optim"
	"github.com/spbench/spbench/harness/sp"
)

// image returns a grid with random features. The first feature correlates with the label.
func image(rng *rand.Rand, rows, columns, k int) sp.Instance {
	n := rows * columns
	x := sp.Instance{
		ID: fmt.Sprint(rng.Uint64()), Weight: 0.5 + rng.Float64(), K: k,
		Shape: [2]int{rows, columns}, Edges: sp.GridEdges(rows, columns),
		Node: sp.Rows{N: n, D: 2}, Gold: make([]int32, n),
	}
	for d := range n {
		x.Gold[d] = int32(rng.IntN(k))
		x.Node.Dense = append(x.Node.Dense, float32(x.Gold[d])+float32(rng.NormFloat64()), 1)
	}
	x.Edge = sp.Rows{N: len(x.Edges), D: 1}
	for range x.Edges {
		x.Edge.Dense = append(x.Edge.Dense, rng.Float32())
	}
	return x
}

func images(seed uint64, k int) []sp.Instance {
	rng := pcg(seed, 1)
	var list []sp.Instance
	for i := range 12 {
		list = append(list, image(rng, 1+i%4, 1+i%5, k))
	}
	return list
}

var linear = learnertest.Linear

// fit returns the last checkpoint of a fit.
func fit(t testing.TB, l LocPMAP, in learner.Input) (sp.Stamped, sp.Done) {
	t.Helper()
	points, done := learnertest.Fit(t, &l, in)
	return points[len(points)-1], done
}

func lbfgs(block string, tolerance float64) LocPMAP {
	return LocPMAP{Block: block, Lambda: 0.05, Solver: solverLBFGS, Tolerance: tolerance}
}

// The optimum equals gradient descent on the same F evaluated in one goroutine. The harness's audit
// of the pseudolikelihood finds the reported value.
func TestOptimum(t *testing.T) {
	for _, k := range []int{1, 2, 3} {
		for _, args := range []string{`{}`, `{"pairs":"potts"}`} {
			for _, block := range []string{"1x1", "1x2", "2x2"} {
				train := images(1, k)
				m := linear(args, &train[0])
				last, done := fit(t, lbfgs(block, 1e-10), learner.Input{Train: train, Map: m})
				term := likelihood.Term(&likelihood.Pseudo{})
				if block != "1x1" {
					r, c := int(block[0]-'0'), int(block[2]-'0')
					term = &likelihood.Blocks{Of: func(x *sp.Instance) []int32 {
						return local.Divide(x.N(), x.Edges, x.Shape, r, c)
					}}
				}
				o := likelihood.Objective{Map: m, Train: train, Lambda: 0.05, Term: term}
				w := make([]float64, m.Dim())
				if _, err := optim.Descend(o.Evaluate, w,
					optim.Options{NonNegative: m.NonNegative(), FuncTol: func() float64 {
						return 1e-15
					}}); err != nil {
					t.Fatal(err)
				}
				if d := floats.Distance(w, last.Weights, math.Inf(1)); d > 1e-4 ||
					done.End != sp.Converged {
					t.Errorf("K=%d %s %s: %v from gradient descent, %s", k, args, block, d,
						done.End)
				}
				f, err := learnertest.Objective(*last.Objective, last.Weights, train, m,
					loss.Hamming{})
				if err != nil || math.IsNaN(f) != (block != "1x1") ||
					math.Abs(f-last.Values[sp.ValueObjective]) > 1e-12*f {
					t.Errorf("K=%d %s %s: F is reported as %v, the harness finds %v (%v)", k, args,
						block, last.Values[sp.ValueObjective], f, err)
				}
				if bound := last.Values[sp.ValueBound]; !(bound <= last.Values[sp.ValueObjective]) {
					t.Errorf("K=%d %s %s: bound %v", k, args, block, bound)
				}
			}
		}
	}
}

// Stochastic gradient descent comes near the same F.
func TestSGD(t *testing.T) {
	train := images(2, 2)
	m := linear(`{}`, &train[0])
	for _, block := range []string{"1x1", "2x2"} {
		best, _ := fit(t, lbfgs(block, 1e-9), learner.Input{Train: train, Map: m})
		sgd := LocPMAP{Block: block, Lambda: 0.05, Solver: solverSGD, Passes: 2000, Shift: 500,
			Eta: 10, Average: true}
		last, done := fit(t, sgd, learner.Input{Train: train, Map: m, Seed: 3})
		r := run{LocPMAP: &sgd, task: &sp.Task{Train: train}}
		if err := r.prepare(); err != nil {
			t.Fatal(err)
		}
		o := likelihood.Objective{Map: m, Train: r.train, Lambda: 0.05, Term: r.term()}
		f, err := o.Evaluate(last.Weights, make([]float64, m.Dim()))
		if want := best.Values[sp.ValueObjective]; err != nil || f > 1.01*want ||
			done.Counts.Visits != 2000*12 {
			t.Errorf("%s: F = %v after %d visits, the minimum is %v", block, f, done.Counts.Visits,
				want)
		}
	}
}

// With unknown labels the objective has a name of its own: the harness does not audit it. Without any
// known label there is nothing to learn.
func TestUnknownLabels(t *testing.T) {
	train := images(4, 2)
	m := linear(`{}`, &train[0])
	partial := []sp.Instance{hide(train[11], func(d int) bool { return d%2 == 1 })}
	last, _ := fit(t, lbfgs("1x2", 1e-6), learner.Input{Train: train[:11], Partial: partial, Map: m})
	if kind := last.Objective.Kind; !strings.HasSuffix(kind, " of the known labels") {
		t.Errorf("with unknown labels the objective has the audited name %q", kind)
	}
	dark := hide(train[0], func(int) bool { return true })
	_, _, err := learnertest.Try(t, new(lbfgs("1x1", 1e-6)),
		learner.Input{Partial: []sp.Instance{dark}, Map: m})
	if !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "no training instance has a known label") {
		t.Errorf("no label is known: %v", err)
	}
}

// Variables without a known label are skipped, in whole blocks and within blocks. Objective and
// gradient equal those of the graph without these variables, with consecutive block numbers.
func TestUnknownMiddle(t *testing.T) {
	rng := pcg(7, 7)
	for _, test := range []struct {
		block  string
		hidden []int   // of 4 rows of 6 pixels
		of     []int32 // the blocks of the others
	}{
		{"2x2", []int{2, 3, 8, 9}, []int32{0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 2, 2, 3, 3, 4,
			4}},
		{"2x2", []int{3, 8, 9}, []int32{0, 0, 1, 2, 2, 0, 0, 2, 2, 3, 3, 4, 4, 5, 5, 3, 3, 4, 4, 5,
			5}},
		{"1x3", []int{9, 10, 11, 12}, []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6,
			6, 6}},
	} {
		for _, k := range []int{2, 3} {
			x := image(rng, 4, 6, k)
			for _, d := range test.hidden {
				x.Gold[d] = sp.Unknown
			}
			r := run{LocPMAP: &LocPMAP{Block: test.block},
				task: &sp.Task{Partial: []sp.Instance{x}}}
			if err := r.prepare(); err != nil {
				t.Fatal(err)
			}
			part := without(&x, test.hidden)
			m := linear(`{}`, &x)
			w := make([]float64, m.Dim())
			for i := range w {
				w[i] = rng.NormFloat64()
			}
			got, want := make([]float64, m.Dim()), make([]float64, m.Dim())
			a := likelihood.Objective{Map: m, Train: r.train, Lambda: 0.1, Term: r.term()}
			b := likelihood.Objective{Map: m, Train: []sp.Instance{part}, Lambda: 0.1,
				Term: &likelihood.Blocks{Of: func(*sp.Instance) []int32 {
					return test.of
				}}}
			f, err := a.Evaluate(w, got)
			g, other := b.Evaluate(w, want)
			if err != nil || other != nil || math.Abs(f-g) > 1e-12*g ||
				floats.Distance(got, want, math.Inf(1)) > 1e-12 {
				t.Errorf("%s without %v, K=%d: F is %v, want %v (%v, %v)", test.block, test.hidden,
					k, f, g, err, other)
			}
		}
	}
}

// without returns the graph of x without the hidden variables.
func without(x *sp.Instance, hidden []int) sp.Instance {
	y := sp.Instance{ID: x.ID, Weight: x.Weight, K: x.K, Node: sp.Rows{D: x.Node.D},
		Edge: sp.Rows{D: 1}}
	place := map[int32]int32{}
	for d := range x.N() {
		if !slices.Contains(hidden, d) {
			place[int32(d)] = int32(len(y.Gold))
			y.Gold, y.Node.Dense = append(y.Gold, x.Gold[d]),
				append(y.Node.Dense, x.Node.DenseRow(d)...)
		}
	}
	for e, uv := range x.Edges {
		u, first := place[uv.U]
		v, second := place[uv.V]
		if first && second {
			y.Edges, y.Edge.Dense = append(y.Edges, sp.Edge{U: u, V: v}),
				append(y.Edge.Dense, x.Edge.Dense[e])
		}
	}
	y.Node.N, y.Edge.N = len(y.Gold), len(y.Edges)
	return y
}

func TestBlocksTooLarge(t *testing.T) {
	train := images(7, 3)
	_, _, err := learnertest.Try(t, new(lbfgs("3x3", 1e-6)),
		learner.Input{Train: train, Map: linear(`{}`, &train[0])})
	if !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "blocks of 9 variables with 3 labels have more than 4096 "+
			"labelings; choose a smaller block") {
		t.Errorf("3^9 labelings: %v", err)
	}
}
