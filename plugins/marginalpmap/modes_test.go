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

// All four modes of the paper's Table 5 give the same bits of the weights, with labels known or not:
// by message passing on trees, by minimum cuts for two labels on grids, by elimination on narrow
// strips for three. Perturbed scores have unique maximisers, found by all modes. They add the
// differences of two labelings in the same order. The loss is a sum of scores in different orders and
// agrees up to rounding. A fifth way on trees has a solver that cannot clamp.
func TestFourModesAreOne(t *testing.T) {
	type problem struct {
		name  string
		in    learner.Input
		trees bool
	}
	var list []problem
	for _, k := range []int{2, 4} {
		for _, chains := range []bool{true, false} {
			for _, args := range []string{`{}`, `{"pairs":"potts"}`} {
				list = append(list, problem{fmt.Sprint("trees", k, chains, args),
					mixed(k, 2, chains, args, "weighted-hamming"), true})
			}
		}
	}
	if learnertest.Slow() {
		for rows, xs := range map[int][]sp.Instance{9: grids(t, 18, 9, 11, 2), 12: grids(t, 18, 12, 3, 3)} {
			hide(xs[12:])
			in := learnertest.Input(xs, `{"pairs":"potts"}`, "weighted-hamming")
			in.Train, in.Partial = xs[:12], xs[12:]
			list = append(list, problem{fmt.Sprint("grids", rows), in, false})
		}
	}
	for _, q := range list {
		for _, objective := range []string{kindJoint, kindMarginal, kindWeighted} {
			var basic *sgd
			for mode := range 5 {
				l := &MarginalPMAP{Temperature: 1, Samples: 1,
					Objective: objective, Lambda: 0.05, Average: true}
				l.GumbelReduction, l.DynamicCuts = mode&1 > 0, mode&2 > 0
				s := newSGD(pooled(t, q.in), l)
				if mode == 4 {
					if !q.trees {
						break
					}
					s = newSGD(task(q.in, maximiser{oracle.NewTree()}), fast(objective, 0.05, true))
				}
				coupled := 0
				for h := range 100 {
					if h == 30 {
						need(t, s.include(q.in.Partial, 0.7, 10))
					}
					steps(t, s, 1, 1+h%3)
					if !q.trees && slices.Max(s.V[s.NonNegative[0]:]) > 0 {
						coupled++
					}
				}
				if basic == nil {
					basic = s
				}
				if basic.mismatches == 0 || !q.trees && coupled < 50 {
					t.Errorf("%s, %s: %v mismatches, strengths in %d steps show nothing", q.name,
						objective, basic.mismatches, coupled)
				}
				if !slices.Equal(s.V, basic.V) || s.mismatches != basic.mismatches ||
					math.Abs(s.loss-basic.loss) > 1e-9*(1+math.Abs(basic.loss)) {
					t.Errorf("%s, %s: mode %d differs from the basic one; losses %v, %v", q.name,
						objective, mode, s.loss, basic.loss)
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
		s := newSGD(&in, &MarginalPMAP{Temperature: 1, Samples: 1, Objective: kindMarginal, Lambda: 0.05,
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
