package marginalpmap

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// grids returns n noisy images of k labels.
func grids(t testing.TB, n, rows, columns, k int) []sp.Instance {
	t.Helper()
	xs, _ := learnertest.Instances(t, "blobs", fmt.Sprintf(
		`{"images":%d,"rows":%d,"columns":%d,"labels":%d,"contrast":true}`, n, rows, columns, k))
	return xs
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

// All four modes of the paper's Table 5 give the same bits of the weights, also on graphs with
// cycles: by minimum cuts for two labels, by elimination on narrow strips for three, with labels
// known or not. Perturbed scores have unique maximisers, found by all modes. They add the
// differences of two labelings in the same order. The loss is a sum of scores in different orders
// and agrees up to rounding.
func TestFourModesAreOneOnGraphs(t *testing.T) {
	learnertest.SkipSlow(t)
	for _, test := range []struct {
		rows, columns, k int
	}{
		{9, 11, 2}, // minimum cuts
		{12, 3, 3}, // three labels
	} {
		for _, objective := range []string{kindJoint, kindMarginal, kindWeighted} {
			for _, batch := range []int{1, 3} {
				name := fmt.Sprint(test, objective, batch)
				xs := grids(t, 18, test.rows, test.columns, test.k)
				hide(xs[12:])
				in := learnertest.Input(xs, `{"pairs":"potts"}`, "weighted-hamming")
				in.Train, in.Partial = xs[:12], xs[12:]
				in.Train[3].Weight = 2.5
				var all []*sgd
				coupled := 0
				for _, mode := range modes {
					s := newSGD(pooled(t, in), &MarginalPMAP{Objective: objective, Lambda: 0.05,
						Average:         true,
						GumbelReduction: mode.reduce, DynamicCuts: mode.dynamic})
					for h := range 60 {
						if h == 30 {
							need(t, s.include(in.Partial, 0.7, 10))
						}
						steps(t, s, 1, batch)
						if slices.ContainsFunc(s.V[s.NonNegative[0]:], func(v float64) bool {
							return v > 0
						}) {
							coupled++
						}
					}
					all = append(all, s)
				}
				basic := all[0]
				if basic.mismatches == 0 || coupled < 120 {
					t.Errorf("%s: %v mismatches, strengths in %d of 240 steps show nothing", name,
						basic.mismatches, coupled)
				}
				for i, s := range all[1:] {
					if !slices.Equal(s.V, basic.V) || s.mismatches != basic.mismatches {
						t.Errorf("%s: %s differs from basic", name, modes[i+1].name)
					}
					if math.Abs(s.loss-basic.loss) > 1e-9*(1+math.Abs(basic.loss)) {
						t.Errorf("%s: %s has loss %v, basic %v", name, modes[i+1].name, s.loss,
							basic.loss)
					}
				}
			}
		}
	}
}

// Basic makes D+1 cuts from scratch, DC one, GR one plus one per mismatch.
func TestWhatTheModesAsk(t *testing.T) {
	in := learnertest.Input(grids(t, 3, 16, 18, 2), `{"pairs":"potts"}`,
		"weighted-hamming")
	variables := 16 * 18
	for _, mode := range modes {
		var c asked
		inner := pooled(t, in)
		in := *inner
		in.Solver = func(x *sp.Instance) (sp.Solver, error) {
			s, err := inner.Solver(x)
			c.Solver = s
			return &c, err
		}
		s := newSGD(&in, &MarginalPMAP{Objective: kindMarginal, Lambda: 0.05,
			GumbelReduction: mode.reduce, DynamicCuts: mode.dynamic})
		steps(t, s, 30, 1)
		wrong := int(s.mismatches)
		want := asked{maps: 30, clamps: wrong}
		if !mode.reduce {
			want.clamps = 30 * variables
		}
		if !mode.dynamic {
			want = asked{maps: 30 + want.clamps, forgets: 30 + want.clamps}
		}
		if c.Solver = nil; c != want {
			t.Errorf("%s: %+v, want %+v; %d mismatches", mode.name, c, want, wrong)
		}
	}
}

// asked counts the calls of a Cut.
type asked struct {
	sp.Solver
	maps, clamps, forgets int
}

func (c *asked) MAP(y []int32, p *sp.Potentials) (float64, error) {
	c.maps++
	return c.Solver.MAP(y, p)
}

func (c *asked) Clamped(y []int32, d int, k int32) (float64, error) {
	c.clamps++
	return c.Solver.(sp.Clamper).Clamped(y, d, k)
}

func (c *asked) Moves(list []sp.Move) []sp.Move { return c.Solver.(sp.Clamper).Moves(list) }

func (c *asked) Forget() {
	c.forgets++
	c.Solver.(sp.Forgetter).Forget()
}
