package crf

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// shared are the shapes with a dual: one table for all pairs.
var shared = []shape{shapes[0], shapes[1], shapes[3]}

func dualOf(m sp.FeatureMap, train []sp.Instance, lambda float64) *dual {
	return newDual(objective(m, train, lambda, kindLikelihood),
		func(x *sp.Instance) (sp.Solver, error) { return oracle.New(x, m) }, 3)
}

// TestDual: D never falls, never exceeds the minimum, and reaches it. The dual variables and w are
// those of their definition.
func TestDual(t *testing.T) {
	for _, s := range shared {
		for _, lambda := range []float64{.01, .1, 10} {
			m, train := s.problem(4, 15)
			c := exact(kindLikelihood)
			c.Lambda = lambda
			points, _ := fit(t, c, learner.Input{Train: train, Map: m})
			least := last(points).Values[sp.ValueObjective]
			d, bound := dualOf(m, train, lambda), math.Inf(-1)
			for range 1000 {
				for range train {
					need(t, d.visit(d.order.Next()))
				}
				now := d.bound()
				if now < bound-1e-7*least || now > least*(1+1e-7) {
					t.Fatalf("%v, λ %v: D from %v to %v, the minimum is %v", s, lambda, bound, now, least)
				}
				bound = now
			}
			if !(bound > least*(1-1e-6)) {
				t.Errorf("%v, λ %v: D ends at %v, the minimum is %v", s, lambda, bound, least)
			}
			definition(t, d)
		}
	}
}

// definition fails unless means and entropies are those of the scores, and w is that of the means.
func definition(t *testing.T, d *dual) {
	t.Helper()
	w := make([]float64, len(d.w))
	for i := range d.Train {
		x := &d.Train[i]
		theta, mean := wide(d.theta[i]), wide(d.mean[i])
		n, kk := x.N()*x.K, x.K*x.K
		p := sp.Potentials{K: x.K, Edges: x.Edges, Node: theta[:n], Pair: sp.Pair{Table: theta[n:]}}
		var mu sp.Marginals
		logZ := must(oracle.NewBrute().Marginals(&mu, &p))(t)
		want := append(slices.Clone(mu.Node), make([]float64, kk)...)
		for e := range x.Edges {
			floats.Add(want[n:], mu.Pair[e*kk:][:kk])
		}
		if h := logZ - floats.Dot(want, theta); !floats.EqualApprox(mean, want, 1e-6) ||
			math.Abs(h-d.entropy[i]) > 1e-9 {
			t.Errorf("instance %d: marginals %v, want %v; entropy %v, want %v", i, mean, want,
				d.entropy[i], h)
		}
		pairs(t, x, mean)
		c := x.Weight / d.total / d.Lambda
		d.Map.Add(w, c, x, x.Gold)
		d.Map.AddMean(w, -c, x, &mu)
	}
	if !floats.EqualApprox(w, d.w, 1e-5*(1+floats.Norm(w, math.Inf(1)))) {
		t.Errorf("w is %v, of the dual variables %v", d.w, w)
	}
}

func wide(v []float32) (list []float64) {
	for _, v := range v {
		list = append(list, float64(v))
	}
	return list
}

// pairs fails unless the pairs have the marginals of their ends.
func pairs(t *testing.T, x *sp.Instance, mean []float64) {
	t.Helper()
	ends := make([]float64, 2*x.K)
	table := mean[x.N()*x.K:]
	for _, e := range x.Edges {
		floats.Sub(ends[:x.K], mean[int(e.U)*x.K:][:x.K])
		floats.Sub(ends[x.K:], mean[int(e.V)*x.K:][:x.K])
	}
	for i, v := range table {
		ends[i/x.K] += v
		ends[x.K+i%x.K] += v
	}
	if floats.Norm(ends, math.Inf(1)) > 1e-6 {
		t.Errorf("pairs differ from their ends by %v", ends)
	}
}

// TestDualSolver: with polishing it reaches the weights of L-BFGS. Where it does not apply it is
// L-BFGS, to the bit.
func TestDualSolver(t *testing.T) {
	for _, s := range shapes {
		m, train := s.problem(6, 30)
		in, c := learner.Input{Train: train, Map: m, Seed: 2}, exact(kindLikelihood)
		c.Lambda, c.Tolerance = 1, 1e-13
		want, _ := fit(t, c, in)
		c.Solver = solverDual
		got, done := fit(t, c, in)
		a, b := last(got).Weights, last(want).Weights
		if !floats.EqualApprox(a, b, 1e-6) || done.End != sp.Converged {
			t.Errorf("%v: weights differ from those of L-BFGS by %v, end %v", s,
				floats.Distance(a, b, math.Inf(1)), done.End)
		}
		if dual := slices.Contains(shared, s); dual == slices.Equal(a, b) {
			t.Errorf("%v: dual %v", s, dual)
		}
		for _, c := range []CRF{{Kind: kindPseudo}, {Kind: kindLikelihood, Epsilon: .5},
			{Kind: kindLikelihood, L1: .01}, {Kind: kindTwoStage}} {
			c.Lambda, c.Tolerance, c.Solver = .1, 1e-6, solverLBFGS
			if c.Epsilon == 0 {
				c.Epsilon = 1
			}
			in.Loss = learnertest.Loss("hamming")
			want, _ := fit(t, c, in)
			c.Solver = solverDual
			if got, _ := fit(t, c, in); !slices.Equal(last(got).Weights, last(want).Weights) {
				t.Errorf("%v, %+v: no fallback", s, c)
			}
		}
	}
}

// TestAuto: text of 20,000 weights takes the dual if λn >= 2, with the bits of one thread.
func TestAuto(t *testing.T) {
	m, train := words(t)
	for _, lambda := range []float64{1.9 / 60, 2.1 / 60} {
		in, c := learner.Input{Train: train, Map: m}, exact(kindLikelihood)
		c.Lambda, c.Tolerance = lambda, 1e-6
		ends := map[string]sp.Stamped{}
		for _, c.Solver = range []string{solverAuto, solverDual, solverLBFGS} {
			points, _ := fit(t, c, in)
			ends[c.Solver] = last(points)
		}
		same := solverLBFGS
		if lambda*60 >= 2 {
			same = solverDual
		}
		if !slices.Equal(ends[solverAuto].Weights, ends[same].Weights) ||
			slices.Equal(ends[solverDual].Weights, ends[solverLBFGS].Weights) {
			t.Errorf("λ %v: auto is not %s", lambda, same)
		}
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
		c.Solver = solverAuto
		if points, _ := fit(t, c, in); !slices.Equal(last(points).Weights, ends[same].Weights) {
			t.Errorf("λ %v: threads change bits", lambda)
		}
	}
}

func TestDualAllocatesNothing(t *testing.T) {
	m, train := words(t)
	chain := oracle.NewChain()
	d := newDual(objective(m, train, .1, kindLikelihood),
		func(*sp.Instance) (sp.Solver, error) { return chain, nil }, 1)
	visit := func() { need(t, d.visit(d.order.Next())) }
	for range train {
		visit()
	}
	if n := testing.AllocsPerRun(50, visit); n > 0 {
		t.Errorf("%v allocations a visit", n)
	}
}

// BenchmarkConverge trains on English Web Treebank, with λ = 2/n and .1/n, until the gap is 1e-4.
func BenchmarkConverge(b *testing.B) {
	xs, _ := learnertest.Instances(b, "ud_english_ewt", `{"templates":"`+textTemplates+`"}`)
	for _, n := range []int{1000, 4000, 12544} {
		train := slices.Clone(xs[:n])
		narrow(train)
		dims := feature.DimsOf(&train[0])
		m := must(feature.New("linear", []byte(`{"seen":true}`), dims))(b)
		m = must(feature.NewSeen("linear", []byte(`{"seen":true}`), dims, feature.Seen(m, train)))(b)
		for _, strength := range []float64{.1, 2} {
			for _, solver := range []string{solverLBFGS, solverDual} {
				c := CRF{Epsilon: 1, Kind: kindLikelihood, Solver: solver, Lambda: strength / float64(n),
					Tolerance: 1e-4}
				b.Run(fmt.Sprintf("%d/%v/%s", n, strength, solver), func(b *testing.B) {
					defer cputime.PerOp(b)()
					for b.Loop() {
						points, done := fit(b, c, learner.Input{Train: train, Map: m})
						b.ReportMetric(float64(done.Counts.Marginals)/float64(n), "passes")
						v := last(points).Values
						b.ReportMetric(1-v[sp.ValueBound]/v[sp.ValueObjective], "gap")
					}
				})
			}
		}
	}
}
