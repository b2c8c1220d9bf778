package likelihood_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestBlocksBetweenPseudoAndExact: if each block is one variable, the composite likelihood is the
// pseudolikelihood. If one block holds all variables, it is the likelihood. Gradients agree too.
func TestBlocksBetweenPseudoAndExact(t *testing.T) {
	single := func(x *sp.Instance) []int32 {
		of := make([]int32, x.N())
		for d := range of {
			of[d] = int32(d)
		}
		return of
	}
	whole := func(x *sp.Instance) []int32 { return make([]int32, x.N()) }
	for _, q := range problems(t) {
		for name, terms := range map[string][2]likelihood.Term{
			"pseudo": {&likelihood.Blocks{Of: single}, &likelihood.Pseudo{}},
			"exact": {&likelihood.Blocks{Of: whole},
				&likelihood.Exact{Solver: func(x *sp.Instance) (sp.Solver, error) {
					return oracle.New(x, q.m)
				}}},
		} {
			w := seededWeights(7, q.m)
			var f [2]float64
			var grad [2][]float64
			for i, term := range terms {
				o := likelihood.Objective{Map: q.m, Train: q.train, Lambda: 0.1, Term: term}
				grad[i] = make([]float64, len(w))
				var err error
				if f[i], err = o.Evaluate(w, grad[i]); err != nil {
					t.Fatal(err)
				}
			}
			if math.Abs(f[0]-f[1]) > 1e-11*(1+f[1]) ||
				floats.Distance(grad[0], grad[1], math.Inf(1)) > 1e-11 {
				t.Errorf("%s, %s: F = %v, want %v; gradients differ by %v", q.name, name, f[0],
					f[1], floats.Distance(grad[0], grad[1], math.Inf(1)))
			}
		}
	}
}

func TestBlocksOfTooManyLabelings(t *testing.T) {
	x := draw(pcg(8, 8), "chain", 13, 2, 2, 0)
	p := &sp.Potentials{K: 2, Node: make([]float64, 26), Edges: x.Edges,
		Pair: sp.Pair{Table: make([]float64, 4)}}
	var g sp.Marginals
	term := likelihood.Blocks{Of: func(x *sp.Instance) []int32 { return make([]int32, 13) }}
	_, err := term.Value(&g, p, &x)
	if !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "13 variables of 2 labels have more than 4096 labelings") {
		t.Errorf("13 variables: %v", err)
	}
	term.Of = func(x *sp.Instance) []int32 { return append(make([]int32, 12), 1) }
	if value, err := term.Value(&g, p, &x); err != nil || math.Abs(value-13*math.Ln2) > 1e-12 {
		t.Errorf("12 variables and one: %v, %v", value, err)
	}
}

// TestParallel: the bits of F and its gradient do not depend on the number of goroutines. They
// equal those of Objective up to the order of sums.
func TestParallel(t *testing.T) {
	for _, q := range problems(t) {
		train := slices.Concat(slices.Repeat(q.train, 25), q.train[:3])
		w := seededWeights(9, q.m)
		plain := likelihood.Objective{Map: q.m, Train: train, Lambda: 0.2, Term: &likelihood.Pseudo{}}
		want := make([]float64, len(w))
		f, err := plain.Evaluate(w, want)
		if err != nil {
			t.Fatal(err)
		}
		var first []float64
		for _, workers := range []int{1, 2, 7, 0} {
			o := likelihood.Parallel{Map: q.m, Train: train, Lambda: 0.2, Workers: workers,
				Term: func() likelihood.Term { return &likelihood.Pseudo{} }}
			grad := make([]float64, len(w))
			for range 2 {
				have, err := o.Evaluate(w, grad)
				if err != nil || math.Abs(have-f) > 1e-12*(1+f) ||
					floats.Distance(grad, want, math.Inf(1)) > 1e-12 {
					t.Fatalf("%s: %v (%v), want %v", q.name, have, err, f)
				}
				bits := append(slices.Clone(grad), have)
				if first == nil {
					first = bits
				}
				if !slices.Equal(bits, first) {
					t.Errorf("%s: %d goroutines change the bits", q.name, workers)
				}
			}
		}
	}
}

// TestParallelVisits: visits come in the order of the instances, and an error in a visit ends
// the evaluation.
func TestParallelVisits(t *testing.T) {
	q := problems(t)[0]
	visits, limit := 0, 4
	o := likelihood.Parallel{Map: q.m, Train: q.train, Lambda: 1,
		Term: func() likelihood.Term { return &likelihood.Pseudo{} }, Visit: func() error {
			if visits == limit {
				return sp.ErrBudget
			}
			visits++
			return nil
		}}
	w := make([]float64, q.m.Dim())
	if _, err := o.Evaluate(w, slices.Clone(w)); !errors.Is(err, sp.ErrBudget) || visits != 4 {
		t.Errorf("%d visits, %v", visits, err)
	}
	visits, limit = 0, 100
	if _, err := o.Evaluate(w, slices.Clone(w)); err != nil || visits != len(q.train) {
		t.Errorf("%d visits of %d instances, %v", visits, len(q.train), err)
	}
}
