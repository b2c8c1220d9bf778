package likelihood_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/loss"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// definitions are the formulas of the terms, with sums over labels written out.
var definitions = map[string]func(p *sp.Potentials, y []int32) float64{
	"exact": func(p *sp.Potentials, y []int32) float64 {
		z, other := 0.0, make([]int32, len(y))
		for next := true; next; next = count(other, p.K) {
			z += math.Exp(p.Score(other))
		}
		return math.Log(z) - p.Score(y)
	},
	"softmax-margin": func(p *sp.Potentials, y []int32) float64 {
		z, other := 0.0, make([]int32, len(y))
		for next := true; next; next = count(other, p.K) {
			wrong := loss.Hamming{}.Value(nil, y, other)
			z += math.Exp((p.Score(other) + softMargin*wrong) / softEpsilon)
		}
		return softEpsilon*math.Log(z) - p.Score(y)
	},
	"squares": func(p *sp.Potentials, _ []int32) (sum float64) {
		for i, s := range p.Node {
			sum += math.Pow(s+math.Sin(float64(i)), 2) / 2
		}
		return sum
	},
	"pseudo":  ofBlocks(1),
	"singles": ofBlocks(1), "threes": ofBlocks(3), "whole": ofBlocks(99),
	"forests": func(p *sp.Potentials, y []int32) (sum float64) {
		list := forests(p.N(), p.Edges)
		for _, f := range list {
			z, other := 0.0, make([]int32, len(y))
			for next := true; next; next = count(other, p.K) {
				agrees := true
				for d := range y {
					agrees = agrees && (f.Has(int32(d)) || other[d] == y[d])
				}
				if agrees {
					z += math.Exp(p.Score(other))
				}
			}
			sum += math.Log(z) - p.Score(y)
		}
		return sum / float64(len(list))
	},
	"piecewise": func(p *sp.Potentials, y []int32) (sum float64) {
		for d, gold := range y {
			z := 0.0
			for k := range p.K {
				z += math.Exp(p.Node[d*p.K+k])
			}
			sum += math.Log(z) - p.Node[d*p.K+int(gold)]
		}
		for e, uv := range p.Edges {
			z := 0.0
			for k := range int32(p.K) {
				for l := range int32(p.K) {
					z += math.Exp(p.PairScore(e, k, l))
				}
			}
			sum += math.Log(z) - p.PairScore(e, y[uv.U], y[uv.V])
		}
		return sum
	},
}

// ofBlocks is the composite likelihood of blocks of consecutive variables.
func ofBlocks(size int) func(p *sp.Potentials, y []int32) float64 {
	return func(p *sp.Potentials, y []int32) (sum float64) {
		for d := 0; d < len(y); d += size {
			z, other := 0.0, append([]int32(nil), y...)
			block := other[d:min(d+size, len(y))]
			clear(block)
			for next := true; next; next = count(block, p.K) {
				z += math.Exp(p.Score(other))
			}
			sum += math.Log(z) - p.Score(y)
		}
		return sum
	}
}

// count sets y to the next labeling; false after the last.
func count(y []int32, k int) bool {
	for d := range y {
		if y[d]++; int(y[d]) < k {
			return true
		}
		y[d] = 0
	}
	return false
}

func TestValueIsTheDefinition(t *testing.T) {
	each(t, func(t *testing.T, q *problem, term string, o *likelihood.Objective) {
		if definitions[term] == nil {
			return
		}
		w := seededWeights(2, q.m)
		sum, total := 0.0, 0.0
		for i := range q.train {
			x := &q.train[i]
			var p sp.Potentials
			q.m.Potentials(&p, w, x)
			sum += x.Weight * definitions[term](&p, x.Gold)
			total += x.Weight
		}
		want := 0.3/2*floats.Dot(w, w) + sum/total
		got, err := o.Evaluate(w, make([]float64, len(w)))
		if err != nil || math.Abs(got-want) > 1e-12*(1+want) {
			t.Errorf("F = %v (%v), its formula gives %v", got, err, want)
		}
	})
}

func TestGradientAgainstFiniteDifferences(t *testing.T) {
	each(t, func(t *testing.T, q *problem, _ string, o *likelihood.Objective) {
		if worst := difference(t, o, seededWeights(3, q.m)); worst > 1e-8 {
			t.Errorf("the gradient is off by %g", worst)
		}
	})
}

func TestDerivativesByScoresAgainstFiniteDifferences(t *testing.T) {
	each(t, func(t *testing.T, q *problem, _ string, o *likelihood.Objective) {
		x, p := &q.train[4], new(sp.Potentials)
		q.m.Potentials(p, seededWeights(4, q.m), x)
		var g, scratch sp.Marginals
		must(o.Term.Value(&g, p, x))(t)
		compare := func(what string, scores, derivatives []float64) {
			t.Helper()
			for i := range scores {
				const h = 1e-5
				at := scores[i]
				scores[i] = at + h
				above, _ := o.Term.Value(&scratch, p, x)
				scores[i] = at - h
				below, _ := o.Term.Value(&scratch, p, x)
				scores[i] = at
				want, got := (above-below)/(2*h), 0.0
				for j := i; j < len(derivatives); j += len(scores) {
					got += derivatives[j] // of all edges with the same table
				}
				if math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
					t.Errorf("derivative by %s score %d is %v, differences give %v", what, i, got, want)
				}
			}
		}
		compare("node", p.Node, g.Node)
		compare("pair", p.Pair.Table, g.Pair)
		agree := g.Agree
		for i, q := range g.Pair { // of each edge, K² numbers
			if i%(p.K*p.K) == 0 {
				agree = append(agree, 0)
			}
			if i%(p.K*p.K)%(p.K+1) == 0 {
				agree[len(agree)-1] += q
			}
		}
		compare("strength", p.Pair.Potts, agree)
	})
}

func TestAddIsTheWeightedShareOfOneInstance(t *testing.T) {
	each(t, func(t *testing.T, q *problem, _ string, o *likelihood.Objective) {
		o.Lambda = 0
		const scale = 0.7
		v := seededWeights(7, q.m)
		w := make([]float64, len(v))
		floats.ScaleTo(w, scale, v)
		want, got := make([]float64, len(w)), make([]float64, len(w))
		F := must(o.Evaluate(w, want))(t)
		sum := 0.0
		for i := range q.train {
			x := &q.train[i]
			part := make([]float64, len(w))
			value := must(o.Add(part, x.Weight/o.Total(), v, scale, x))(t)
			sum += x.Weight / o.Total() * value
			floats.Add(got, part)
			for _, r := range outside(q.m.Support(nil, x), len(w)) {
				if part[r] != 0 {
					t.Errorf("instance %d: coordinate %d is outside its support", i, r)
				}
			}
		}
		if d := floats.Distance(got, want, math.Inf(1)); d > 1e-12 || math.Abs(sum-F) > 1e-12*(1+F) {
			t.Errorf("parts sum to %v, want %v; gradients differ by %v", sum, F, d)
		}
	})
}

func outside(ranges []int32, n int) (list []int) {
	for j, r := 0, 0; j < n; j++ {
		for r < len(ranges) && j >= int(ranges[r+1]) {
			r += 2
		}
		if r == len(ranges) || j < int(ranges[r]) {
			list = append(list, j)
		}
	}
	return list
}

// TestReuseEqualsFresh: one term reused for everything, also without edges, gives the bits of fresh
// ones.
func TestReuseEqualsFresh(t *testing.T) {
	used := terms()
	for range 2 {
		for _, q := range problems(t) {
			w := seededWeights(8, q.m)
			for _, x := range q.train {
				for range 2 {
					for name, fresh := range terms() {
						var p sp.Potentials
						var g, want sp.Marginals
						q.m.Potentials(&p, w, &x)
						value, _ := used[name].Value(&g, &p, &x)
						if first, _ := fresh.Value(&want, &p, &x); value != first ||
							!slices.Equal(g.Node, want.Node) || !slices.Equal(g.Pairs(), want.Pairs()) {
							t.Fatalf("%s: %s: %v, from a new term %v", q.name, name, value, first)
						}
					}
					x.Edges = nil
				}
			}
		}
	}
}

// TestExtremes: large scores of any sign give finite values and derivatives.
func TestExtremes(t *testing.T) {
	each(t, func(t *testing.T, q *problem, _ string, o *likelihood.Objective) {
		for _, size := range []float64{30, 1000, 1e5} {
			x := &q.train[5]
			var p sp.Potentials
			q.m.Potentials(&p, seededWeights(4, q.m), x)
			p.Scale(size)
			var g sp.Marginals
			v, err := o.Term.Value(&g, &p, x)
			for _, list := range [][]float64{{v}, g.Node, g.Pair, g.Agree} {
				for _, v := range list {
					if err != nil || v-v != 0 {
						t.Fatalf("scores times %g: %v, %v, %v", size, v, list, err)
					}
				}
			}
		}
	})
}

func TestErrorsOfSolversAreReturned(t *testing.T) {
	for _, q := range problems(t) {
		if !q.loopy {
			continue
		}
		o := likelihood.Objective{Map: q.m, Train: q.train, Term: &likelihood.Exact{
			Solver: func(*sp.Instance) (sp.Solver, error) { return oracle.NewTree(), nil },
		}}
		if _, err := o.Evaluate(make([]float64, q.m.Dim()),
			make([]float64, q.m.Dim())); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: error %v of a solver for trees on a graph with cycles", q.name, err)
		}
	}
}

// must returns v, or ends the test.
func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		need(t, err)
		return v
	}
}

// need ends the test after an error.
func need(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
