package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// words returns n random chains whose labels depend on features and neighbours.
func words(seed uint64, n, k, width int) []sp.Instance {
	r := rand.New(rand.NewPCG(seed, 1))
	xs := make([]sp.Instance, n)
	for i := range xs {
		length := 1 + r.IntN(4)
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: k, Edges: sp.ChainEdges(length), Node: sp.Rows{N: length, D: width}}
		for range length * width {
			x.Node.Dense = append(x.Node.Dense, float32(r.NormFloat64()))
		}
		for d := range length {
			best := slices.Index(x.Node.DenseRow(d)[:k], slices.Max(x.Node.DenseRow(d)[:k]))
			if d > 0 && r.IntN(3) == 0 {
				best = int(x.Gold[d-1])
			}
			x.Gold = append(x.Gold, int32(best))
		}
		xs[i] = x
	}
	return xs
}

// withEdgeFeatures gives every edge width features that are not negative.
func withEdgeFeatures(xs []sp.Instance, width int) []sp.Instance {
	r := rand.New(rand.NewPCG(9, 9))
	for i := range xs {
		m := len(xs[i].Edges)
		xs[i].Edge = sp.Rows{N: m, D: width}
		for range m * width {
			xs[i].Edge.Dense = append(xs[i].Edge.Dense, float32(r.ExpFloat64()))
		}
	}
	return xs
}

func input(t testing.TB, xs []sp.Instance, args string) learner.Input {
	t.Helper()
	m, err := feature.New("linear", []byte(args), feature.Dims{K: xs[0].K, Node: xs[0].Node.D, Edge: xs[0].Edge.D})
	if err != nil {
		t.Fatal(err)
	}
	return learner.Input{Train: xs, Map: m, Loss: lossCalled(t, "hamming-count"), Seed: 1}
}

func lossCalled(t testing.TB, name string) sp.Loss {
	t.Helper()
	l, err := loss.New(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// primal is F(w) by enumeration.
func primal(t testing.TB, in learner.Input, lambda float64, w []float64) float64 {
	t.Helper()
	brute := oracle.NewBrute()
	var p sp.Potentials
	sum, total := 0.0, 0.0
	for i := range in.Train {
		x := &in.Train[i]
		in.Map.Potentials(&p, w, x)
		gold := p.Score(x.Gold)
		costs := make([]float64, len(p.Node))
		in.Loss.(sp.NodeLoss).Costs(costs, x, nil)
		for j, c := range costs {
			p.Node[j] += c
		}
		best, err := brute.MAP(make([]int32, x.N()), &p)
		if err != nil {
			t.Fatal(err)
		}
		sum += x.Weight * (best - gold)
		total += x.Weight
	}
	for _, v := range w {
		sum += total * lambda / 2 * v * v
	}
	return sum / total
}

func fit(t testing.TB, l *SSVM, in learner.Input) []learner.Stamped {
	t.Helper()
	var out []learner.Stamped
	if _, err := learner.Fit(context.Background(), l, in, func(s learner.Stamped) error {
		out = append(out, s)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// The gap F(w) − D(α), with F by enumeration, closes; D never falls; D is a lower
// bound at every checkpoint. With and without sign constraints, instance weights
// and averaging.
func TestGapCloses(t *testing.T) {
	for _, test := range []struct {
		args, loss string
		edges      int
		average    bool
	}{
		{args: `{}`, loss: "hamming-count"},
		{args: `{}`, loss: "weighted-hamming", average: true},
		{args: `{}`, loss: "hamming", edges: 2},
		{args: `{"pairs":"none"}`, loss: "hamming", average: true},
		{args: `{"pairs":"potts"}`, loss: "hamming-count"},
		{args: `{"pairs":"potts"}`, loss: "hamming-count", edges: 3, average: true},
		{args: `{"pairs":"potts","nonnegative":false}`, loss: "hamming", edges: 3, average: true},
	} {
		t.Run(fmt.Sprintf("%s %s %d %v", test.args, test.loss, test.edges, test.average), func(t *testing.T) {
			xs := words(7, 20, 3, 4)
			if test.edges > 0 {
				xs = withEdgeFeatures(xs, test.edges)
			}
			xs[3].Weight, xs[5].Weight = 2.5, 0.5
			in := input(t, xs, test.args)
			in.Loss = lossCalled(t, test.loss)
			in.Schedule = learner.Schedule{First: 0.05, Factor: 1.3}
			l := &SSVM{Lambda: 0.05, Passes: 3000, Sample: permutation, Average: test.average}
			last, gap := math.Inf(-1), 0.0
			for i, c := range fit(t, l, in) {
				bound := c.Values[sp.ValueBound]
				if bound < last-1e-12 {
					t.Fatalf("the dual falls from %v to %v", last, bound)
				}
				last = bound
				if gap = primal(t, in, l.Lambda, c.Params) - bound; gap < -1e-12 {
					t.Fatalf("checkpoint %d: gap %v", i, gap)
				}
				for _, at := range in.Map.NonNegative() {
					if c.Params[at] < 0 {
						t.Fatalf("constrained weight %d is %v", at, c.Params[at])
					}
				}
			}
			if gap > 2e-3*last {
				t.Errorf("gap %v at bound %v after %d passes", gap, last, l.Passes)
			}
		})
	}
}

// A data set in which neighbours never agree pushes the Potts strength to its
// constraint: what the clipped dual is for.
func TestActiveConstraint(t *testing.T) {
	xs := words(3, 12, 2, 3)
	for i := range xs {
		for d := range xs[i].Gold {
			xs[i].Gold[d] = int32(d % 2)
		}
	}
	in := input(t, xs, `{"pairs":"potts"}`)
	l := &SSVM{Lambda: 0.02, Passes: 4000, Sample: uniform}
	c := fit(t, l, in)
	w := c[len(c)-1]
	if at := in.Map.NonNegative()[0]; w.Params[at] != 0 {
		t.Errorf("the Potts strength is %v, want it at its constraint", w.Params[at])
	}
	if gap := primal(t, in, l.Lambda, w.Params) - w.Values[sp.ValueBound]; gap < 0 || gap > 2e-3 {
		t.Errorf("gap %v", gap)
	}
}

// After thousands of incremental steps the state must be what the atoms say: the
// weights, the dual value, and the gap as the sum of the block gaps.
func TestStateIsThatOfTheAtoms(t *testing.T) {
	for _, edges := range []int{0, 3} {
		xs := words(11, 15, 3, 4)
		xs[2].Weight = 3
		if edges > 0 {
			xs = withEdgeFeatures(xs, edges)
		}
		in := input(t, xs, `{"pairs":"potts"}`)
		b := stepper(t, in, 0.01)
		for k := range 5000 {
			if err := b.visit(k % len(in.Train)); err != nil {
				t.Fatal(err)
			}
		}
		checkAtoms(t, in, b)
		gap := primal(t, in, b.lambda, b.v) - b.checkpoint().Values[sp.ValueBound]
		if got := blockGaps(t, in, b); math.Abs(got-gap) > 1e-12 {
			t.Errorf("block gaps add up to %v, the gap is %v", got, gap)
		}
	}
}

// blockGaps returns the sum of all block gaps at the current w.
func blockGaps(t *testing.T, in learner.Input, b *bcfw) float64 {
	t.Helper()
	brute := oracle.NewBrute()
	sum := 0.0
	for i := range in.Train {
		x := &in.Train[i]
		b.score(i, 1, b.v)
		y := make([]int32, x.N())
		best, err := brute.MAP(y, &b.p)
		if err != nil {
			t.Fatal(err)
		}
		mean := b.duals[i].rank(&b.p).mean
		sum += x.Weight / b.total * (best - mean)
	}
	return sum
}

// stepper returns a bcfw outside of a fit, with unmetered solvers.
func stepper(t testing.TB, in learner.Input, lambda float64) *bcfw {
	t.Helper()
	chain := oracle.NewChain()
	task := &sp.Task{Train: in.Train, Map: in.Map, Loss: in.Loss,
		Solver: func(*sp.Instance) (sp.Solver, error) { return chain, nil }}
	m, err := (&SSVM{Lambda: lambda, Passes: 1e6}).method(task)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*bcfw)
}

// allSolvers returns every solver with otherwise default parameters.
func allSolvers() []SSVM {
	var all []SSVM
	for _, name := range []string{solverBCFW, solverGap, solverSubgradient, solverStochastic, solverPerceptron} {
		l := newLearner().(*SSVM)
		l.Solver = name
		all = append(all, *l)
	}
	return all
}

func TestLineSearchAgainstAGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 2000 {
		var l lineSearch
		for range r.IntN(4) {
			l.add(r.NormFloat64(), r.NormFloat64())
		}
		slope, curve := r.ExpFloat64(), r.ExpFloat64()*float64(r.IntN(2))
		value := func(g float64) float64 {
			s := slope*g - curve*g*g/2
			for k, v := range l.v {
				a, b := max(0, l.u[k]), max(0, l.u[k]+g*v)
				s += v*a*g - (b*b-a*a)/2
			}
			return s
		}
		got := l.search(slope, curve, 1)
		if got < 0 || got > 1 {
			t.Fatalf("γ = %v", got)
		}
		for i := range 1001 {
			if g := float64(i) / 1000; value(g) > value(got)+1e-12 {
				t.Fatalf("γ = %v has %v, γ = %v has %v", got, value(got), g, value(g))
			}
		}
	}
}

// Whatever is random comes from the seed, and the batch subgradient has nothing
// that is.
func TestSeeds(t *testing.T) {
	in := input(t, words(2, 10, 3, 4), `{}`)
	for _, l := range allSolvers() {
		for _, l.Sample = range []string{permutation, uniform} {
			l.Lambda, l.Passes = 0.1, 15
			a, b := fit(t, &l, in), fit(t, &l, in)
			if !slices.Equal(a[0].Params, b[0].Params) {
				t.Errorf("%s, %s: the same seed gives other weights", l.Solver, l.Sample)
			}
			other := in
			other.Seed++
			c := fit(t, &l, other)
			if same := slices.Equal(a[0].Params, c[0].Params); same != (l.Solver == solverSubgradient) {
				t.Errorf("%s, %s: another seed gives the same weights: %v", l.Solver, l.Sample, same)
			}
		}
	}
}

// A fit under a budget ends at the exact oracle call, with the weights of a fit
// that is that long.
func TestBudgets(t *testing.T) {
	in := input(t, words(2, 10, 3, 4), `{}`)
	for _, l := range allSolvers() {
		calls := func(passes int, b sp.Budget) int64 {
			in.Budget, l.Passes = b, passes
			c := fit(t, &l, in)
			return c[len(c)-1].Counts.Total()
		}
		for _, test := range []struct {
			passes int
			budget sp.Budget
			want   int64
		}{
			{0, sp.Budget{}, 50 * 10},
			{7, sp.Budget{}, 70},
			{27, sp.Budget{Calls: 137}, 137},
			{7, sp.Budget{Passes: 60}, 70},
			{0, sp.Budget{Passes: 60}, 600},
			{0, sp.Budget{Passes: 0.05}, 0},
		} {
			if got := calls(test.passes, test.budget); got != test.want {
				t.Errorf("%s: passes %d, budget %+v: %d calls, want %d", l.Solver, test.passes, test.budget, got, test.want)
			}
		}
		in.Budget, l.Passes = sp.Budget{Calls: 300}, 0
		a := fit(t, &l, in)
		in.Budget, l.Passes = sp.Budget{}, 30
		if b := fit(t, &l, in); !slices.Equal(a[0].Params, b[0].Params) {
			t.Errorf("%s: 300 calls give other weights than 30 passes over 10 instances", l.Solver)
		}
	}
}

// Checkpoints come at the calls that the schedule names, or at the end of the
// pass that they are in, and last at the end.
func TestCheckpoints(t *testing.T) {
	in := input(t, words(2, 10, 3, 4), `{}`)
	in.Schedule = learner.Schedule{First: 1.5, Factor: 2}
	for _, l := range allSolvers() {
		l.Passes = 13
		var calls []int64
		for _, c := range fit(t, &l, in) {
			calls = append(calls, c.Counts.Total())
		}
		want := []int64{15, 30, 60, 120, 130}
		if l.Solver == solverSubgradient {
			want[0] = 20
		}
		if !slices.Equal(slices.Compact(calls), want) {
			t.Errorf("%s: checkpoints at calls %v, want %v", l.Solver, calls, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	whole := words(2, 10, 3, 4)
	for _, l := range allSolvers() {
		refuses := func(in learner.Input, want bool) {
			t.Helper()
			_, err := learner.Fit(context.Background(), &l, in, func(learner.Stamped) error { return nil })
			if want && !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("%s: want ErrUnsupported, got %v", l.Solver, err)
			} else if !want && err != nil {
				t.Errorf("%s: %v", l.Solver, err)
			}
		}
		in := input(t, whole, `{}`)
		in.Loss = lossCalled(t, "zero-one") // no oracle can be augmented by it
		refuses(in, l.Solver != solverPerceptron)
		in = input(t, whole, `{}`)
		in.Train, in.Partial = nil, whole // nothing fully labelled
		refuses(in, true)
		cycle := slices.Clone(whole[:1])
		cycle[0].Node = sp.Rows{N: 3, D: 4, Dense: make([]float32, 12)}
		cycle[0].Gold = []int32{0, 1, 2}
		cycle[0].Edges = []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}}
		refuses(input(t, cycle, `{}`), true) // no oracle
	}
}

// Parameters are refused where they would mean nothing.
func TestParameters(t *testing.T) {
	for params, want := range map[string]bool{
		`{"solver":"bcfw-gap","cache":false,"pairwise":false,"gap_sampling":false}`: true,
		`{"solver":"stochastic-subgradient","shift":10}`:                            true,
		`{"solver":"bcfw","cache":true}`:                                            false,
		`{"pairwise":true}`:                                                         false,
		`{"solver":"perceptron","gap_sampling":true}`:                               false,
		`{"solver":"newton"}`:                                                       false,
		`{"lambda":0}`:                                                              false,
		`{"shift":-1}`:                                                              false,
	} {
		if err := learner.Decode(newLearner(), []byte(params)); (err == nil) != want {
			t.Errorf("%s: %v", params, err)
		}
	}
}

// The perceptron minimises nothing that an audit could evaluate.
func TestObjective(t *testing.T) {
	for _, l := range allSolvers() {
		o, ok := l.Objective(nil)
		if ok == (l.Solver == solverPerceptron) || o.Lambda != l.Lambda {
			t.Errorf("%s: %+v, %v", l.Solver, o, ok)
		}
	}
}
