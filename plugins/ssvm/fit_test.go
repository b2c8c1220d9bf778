package ssvm

import (
	"errors"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/sp"
)

// allSolvers returns every solver with otherwise default parameters.
func allSolvers() []SSVM {
	var all []SSVM
	for _, name := range []string{solverBCFW, solverGap, solverSubgradient, solverStochastic,
		solverPerceptron} {
		l := newLearner().(*SSVM)
		l.Solver = name
		all = append(all, *l)
	}
	return all
}

// All randomness comes from the seed; the batch subgradient uses none.
func TestSeeds(t *testing.T) {
	in := input(words(2, 10, 3, 4), `{}`)
	for _, l := range allSolvers() {
		for _, l.Sample = range []string{permutation, uniform} {
			l.Lambda, l.Passes = 0.1, 15
			a, b := fit(t, &l, in), fit(t, &l, in)
			if !slices.Equal(a[0].Weights, b[0].Weights) {
				t.Errorf("%s, %s: the same seed gives other weights", l.Solver, l.Sample)
			}
			other := in
			other.Seed++
			c := fit(t, &l, other)
			if same := slices.Equal(a[0].Weights,
				c[0].Weights); same != (l.Solver == solverSubgradient) {
				t.Errorf("%s, %s: another seed gives the same weights: %v", l.Solver, l.Sample,
					same)
			}
		}
	}
}

// A fit under a budget ends at the exact oracle call, with the weights of a fit of that length.
func TestBudgets(t *testing.T) {
	in := input(words(2, 10, 3, 4), `{}`)
	for _, l := range allSolvers() {
		// The learner's limit and a budget of calls count calls; a budget of passes counts visits.
		// With a cache there are more visits.
		calls := func(passes int, b sp.Budget) int64 {
			in.Budget, l.Passes = b, passes
			c := fit(t, &l, in)
			if b.Passes > 0 && passes == 0 {
				return c[len(c)-1].Counts.Visits
			}
			return c[len(c)-1].Counts.Calls()
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
				t.Errorf("%s: passes %d, budget %+v: %d calls or visits, want %d", l.Solver,
					test.passes, test.budget, got, test.want)
			}
		}
		in.Budget, l.Passes = sp.Budget{Calls: 300}, 0
		a := fit(t, &l, in)
		in.Budget, l.Passes = sp.Budget{}, 30
		if b := fit(t, &l, in); !slices.Equal(a[0].Weights, b[0].Weights) {
			t.Errorf("%s: 300 calls give other weights than 30 passes over 10 instances", l.Solver)
		}
	}
}

// Checkpoints come at the scheduled visits, or at the end of their pass, and finally at the end.
// The limit of bcfw-gap counts oracle calls: by visits its end is later.
func TestCheckpoints(t *testing.T) {
	in := input(words(2, 10, 3, 4), `{}`)
	in.Schedule = sp.Schedule{First: 1.5, Factor: 2}
	for _, l := range allSolvers() {
		l.Passes = 13
		var visits []int64
		for _, c := range fit(t, &l, in) {
			visits = append(visits, c.Counts.Visits)
		}
		want := []int64{15, 30, 60, 120, 130}
		if l.Solver == solverSubgradient {
			want[0] = 20
		}
		if l.Solver == solverGap {
			want = []int64{15, 30, 60, 120, 240, visits[len(visits)-1]}
		}
		if !slices.Equal(slices.Compact(visits), want) || visits[len(visits)-1] < 130 {
			t.Errorf("%s: checkpoints at visits %v, want %v", l.Solver, visits, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	whole := words(2, 10, 3, 4)
	for _, l := range allSolvers() {
		refuses := func(in learner.Input, want bool) {
			t.Helper()
			_, _, err := learnertest.Try(t, &l, in)
			if want && !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("%s: want ErrUnsupported, got %v", l.Solver, err)
			} else if !want && err != nil {
				t.Errorf("%s: %v", l.Solver, err)
			}
		}
		in := input(whole, `{}`)
		in.Loss = learnertest.Loss("zero-one") // no oracle can be augmented by it
		refuses(in, l.Solver != solverPerceptron)
		in = input(whole, `{}`)
		in.Train, in.Partial = nil, whole // no fully labelled instance
		refuses(in, true)
		dense := slices.Clone(whole[:1])
		dense[0].Node = sp.Rows{N: 20, D: 4, Dense: make([]float32, 80)}
		dense[0].Gold, dense[0].Edges = make([]int32, 20), nil
		for v := range int32(20) {
			for u := range v {
				dense[0].Edges = append(dense[0].Edges, sp.Edge{U: u, V: v})
			}
		}
		refuses(input(dense, `{}`), true) // no oracle
	}
}

// Parameters without meaning are rejected.
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

// The perceptron has no objective for an audit.
func TestObjective(t *testing.T) {
	for _, l := range allSolvers() {
		l.Passes = 1
		for _, c := range fit(t, &l, input(words(3, 5, 3, 4), "")) {
			if o := c.Objective; (o == nil) != (l.Solver == solverPerceptron) ||
				o != nil && *o != (sp.Objective{Kind: sp.ObjectiveHinge, Lambda: l.Lambda}) {
				t.Errorf("%s: %+v", l.Solver, o)
			}
		}
	}
}
