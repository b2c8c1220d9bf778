package marginalpmap

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// graphs returns n random graphs of up to 4 variables, chains or stars, with node features of any
// size and non-negative edge features.
func graphs(seed uint64, n, k, width, edgeWidth int, chains bool) []sp.Instance {
	r := pcg(seed, 1)
	xs := make([]sp.Instance, n)
	for i := range xs {
		size := 1 + r.IntN(4)
		x := sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: k, Edges: sp.ChainEdges(size),
			Gold: make([]int32, size)}
		if !chains {
			for e := range x.Edges {
				x.Edges[e].U = 0
			}
		}
		x.Node = sp.Rows{N: size, D: width}
		for range size * width {
			x.Node.Dense = append(x.Node.Dense, float32(r.NormFloat64()))
		}
		if edgeWidth > 0 {
			x.Edge = sp.Rows{N: len(x.Edges), D: edgeWidth}
			for range len(x.Edges) * edgeWidth {
				x.Edge.Dense = append(x.Edge.Dense, float32(r.ExpFloat64()))
			}
		}
		for d := range x.Gold {
			row := x.Node.DenseRow(d)[:k]
			x.Gold[d] = int32(slices.Index(row, slices.Max(row)))
		}
		xs[i] = x
	}
	return xs
}

func input(xs []sp.Instance, args string) learner.Input {
	in := learnertest.Input(xs, args, "hamming")
	in.Train, _ = in.Map.(*feature.Linear).Successive(xs)
	return in
}

// fast returns the learner with Gumbel reduction and dynamic cuts.
func fast(objective string, lambda float64, average bool) *MarginalPMAP {
	return &MarginalPMAP{Temperature: 1, Samples: 1,
		Objective: objective, Lambda: lambda, Average: average,
		GumbelReduction: true, DynamicCuts: true}
}

var fit = learnertest.Fit

// stepper returns an sgd outside of a fit, with an unmetered solver.
func stepper(in learner.Input, l *MarginalPMAP) *sgd {
	if in.Train[0].Factors != nil {
		return newSGD(task(in, oracle.NewElimination()), l)
	}
	return newSGD(task(in, oracle.NewTree()), l)
}

// steps makes n steps of batch instances.
func steps(t testing.TB, s *sgd, n, batch int) {
	for range n {
		need(t, s.step(batch))
	}
}

func task(in learner.Input, solver sp.Solver) *sp.Task {
	return &sp.Task{Train: in.Train, Map: in.Map, Loss: in.Loss, Seed: in.Seed,
		Solver: func(*sp.Instance) (sp.Solver, error) { return solver, nil }}
}

// A visit is one MAP call. Gumbel reduction adds one clamped call per wrong variable.
func TestCalls(t *testing.T) {
	in := input(graphs(2, 10, 3, 4, 0, true), `{}`)
	variables := int64(0)
	for i := range in.Train {
		variables += int64(in.Train[i].N())
	}
	for _, test := range []struct {
		objective string
		passes    int
		reduce    bool
		budget    sp.Budget
		maps      int64

		iterations int
	}{
		{objective: kindJoint, passes: 7, reduce: true, maps: 70},
		{objective: kindJoint, reduce: true, iterations: 3, maps: 3},
		{objective: kindJoint, reduce: true, passes: 7, iterations: 13,
			budget: sp.Budget{Passes: 60}, maps: 13},
		{objective: kindMarginal, passes: 7, reduce: true, maps: 70},
		{objective: kindMarginal, passes: 7, maps: 7 * (10 + variables)},
	} {
		in.Budget = test.budget
		l := &MarginalPMAP{Temperature: 1, Samples: 1,
			Objective: test.objective, Lambda: 0.1, Passes: test.passes,
			Iterations: test.iterations, Batch: 1, GumbelReduction: test.reduce,
			DynamicCuts: test.reduce}
		c, done := fit(t, l, in)
		clamped := int64(0)
		if test.objective == kindMarginal && test.reduce {
			clamped = int64(math.Round(c[0].Values["mismatches"] * 70))
			if clamped == 0 {
				t.Error("nothing was wrong: the test shows nothing")
			}
		}
		if done.Counts.MAP != test.maps || done.Counts.Clamped != clamped {
			t.Errorf("%+v: %d MAP and %d clamped calls, want %d and %d", test, done.Counts.MAP,
				done.Counts.Clamped, test.maps, clamped)
		}
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	in := input(graphs(2, 10, 3, 4, 2, true), `{"pairs":"potts"}`)
	for _, l := range []*MarginalPMAP{
		fast(kindJoint, 0.1, true),
		fast(kindMarginal, 0.1, true),
		{Temperature: 1, Samples: 1, Objective: kindMarginal, Lambda: 0.1},
	} {
		s := stepper(in, l)
		step := func() {
			steps(t, s, 1, 2)
		}
		for range 200 {
			step()
		}
		if n := testing.AllocsPerRun(200, step); n != 0 {
			t.Errorf("%+v: %v allocations per step", l, n)
		}
	}
}
