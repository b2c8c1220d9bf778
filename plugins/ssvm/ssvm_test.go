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

func input(t testing.TB, xs []sp.Instance, args string) learner.Input {
	t.Helper()
	m, err := feature.New("linear", []byte(args), feature.Dims{K: xs[0].K, Node: xs[0].Node.D, Edge: xs[0].Edge.D})
	if err != nil {
		t.Fatal(err)
	}
	l, err := loss.New("hamming-count", nil)
	if err != nil {
		t.Fatal(err)
	}
	return learner.Input{Train: xs, Map: m, Loss: l, Seed: 1}
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
	for _, args := range []string{`{}`, `{"pairs":"potts"}`, `{"pairs":"potts","nonnegative":false}`} {
		for _, average := range []bool{false, true} {
			in := input(t, words(7, 20, 3, 4), args)
			in.Train[3].Weight, in.Train[5].Weight = 2.5, 0.5
			in.Schedule = learner.Schedule{First: 1, Factor: 2}
			l := &SSVM{Lambda: 0.05, Passes: 3000, Sample: permutation, Average: average}
			points := fit(t, l, in)
			last := math.Inf(-1)
			gap := 0.0
			for i, c := range points {
				bound := c.Values[sp.ValueBound]
				if bound < last-1e-12 {
					t.Fatalf("%s: the dual falls from %v to %v", args, last, bound)
				}
				last = bound
				gap = primal(t, in, l.Lambda, c.Params) - bound
				if gap < -1e-12 {
					t.Fatalf("%s: checkpoint %d: gap %v", args, i, gap)
				}
				for _, at := range in.Map.NonNegative() {
					if c.Params[at] < 0 {
						t.Fatalf("%s: constrained weight %d is %v", args, at, c.Params[at])
					}
				}
			}
			if gap > 2e-3 {
				t.Errorf("%s average %v: gap %v after %d passes", args, average, gap, l.Passes)
			}
		}
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

// w must be what the atoms say, after thousands of incremental steps.
func TestWeightsAreThoseOfTheAtoms(t *testing.T) {
	in := input(t, words(11, 15, 3, 4), `{"pairs":"potts"}`)
	b := stepper(t, in, 0.01)
	for k := range 5000 {
		if err := b.step(k % len(in.Train)); err != nil {
			t.Fatal(err)
		}
	}
	u := make([]float64, len(b.w))
	for i := range b.duals {
		x, d := &in.Train[i], &b.duals[i]
		c, sum := x.Weight/(b.lambda*b.total), 0.0
		for a, weight := range d.weights {
			in.Map.Add(u, c*weight, x, x.Gold)
			in.Map.Add(u, -c*weight, x, d.labels(a))
			sum += weight
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("atoms of instance %d weigh %v", i, sum)
		}
	}
	for _, at := range b.nonNeg {
		u[at] = max(u[at], 0)
	}
	for j := range u {
		if math.Abs(u[j]-b.w[j]) > 1e-9 {
			t.Fatalf("weight %d has drifted to %v from %v", j, b.w[j], u[j])
		}
	}
	for _, v := range b.v {
		if v != 0 {
			t.Fatal("the scratch vector is not cleared")
		}
	}
}

// stepper returns a bcfw outside of a fit, with unmetered solvers.
func stepper(t testing.TB, in learner.Input, lambda float64) *bcfw {
	t.Helper()
	chain := oracle.NewChain()
	task := &sp.Task{Train: in.Train, Map: in.Map, Loss: in.Loss,
		Solver: func(*sp.Instance) (sp.Solver, error) { return chain, nil }}
	return newBCFW(task, in.Loss.(sp.NodeLoss), lambda)
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
		got := l.search(slope, curve)
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

func TestSeedsBudgetsAndRefusals(t *testing.T) {
	in := input(t, words(2, 10, 3, 4), `{}`)
	l := &SSVM{Lambda: 0.1, Passes: 5, Sample: permutation, Average: true}
	a, b := fit(t, l, in), fit(t, l, in)
	if !slices.Equal(a[0].Params, b[0].Params) {
		t.Error("the same seed gives other weights")
	}
	in.Seed++
	if c := fit(t, l, in); slices.Equal(a[0].Params, c[0].Params) {
		t.Error("another seed gives the same weights")
	}
	in.Budget.Calls = 17
	if c := fit(t, l, in); c[0].Counts.Total() != 17 {
		t.Errorf("%d calls under a budget of 17", c[0].Counts.Total())
	}
	in.Loss, _ = loss.New("zero-one", nil)
	_, err := learner.Fit(context.Background(), l, in, func(learner.Stamped) error { return nil })
	if !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("zero-one loss: %v", err)
	}
}
