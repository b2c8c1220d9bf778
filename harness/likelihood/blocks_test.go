package likelihood_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/sp"
)

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
		f := must(plain.Evaluate(w, want))(t)
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
