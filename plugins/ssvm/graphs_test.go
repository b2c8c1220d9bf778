package ssvm

import (
	"fmt"
	"testing"

	"github.com/spbench/spbench/harness/learner"
	"github.com/spbench/spbench/harness/learnertest"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// planar returns n noisy images of two labels and rows·columns pixels.
func planar(t testing.TB, seed, n, rows, columns int) []sp.Instance {
	t.Helper()
	xs, _ := learnertest.Instances(t, "blobs", fmt.Sprintf(
		`{"images":%d,"rows":%d,"columns":%d,"contrast":true,"seed":%d}`, n, rows, columns, seed))
	return xs
}

// A careful solver is a Cut that fails if a query is not submodular.
type careful struct {
	*oracle.Cut
	t testing.TB
}

func (c careful) MAP(y []int32, p *sp.Potentials) (float64, error) {
	if len(p.Pair.Potts) != len(p.Edges) {
		c.t.Fatalf("%d Potts strengths of %d edges", len(p.Pair.Potts), len(p.Edges))
	}
	for e, strength := range p.Pair.Potts {
		if !(strength >= 0) {
			c.t.Fatalf("edge %d has strength %v", e, strength)
		}
	}
	return c.Cut.MAP(y, p)
}

// onCuts returns the task of in with a careful solver for every instance.
func onCuts(t testing.TB, in learner.Input) *sp.Task {
	cuts := map[*sp.Instance]sp.Solver{}
	return &sp.Task{
		Train: in.Train, Partial: in.Partial, Map: in.Map, Loss: in.Loss, Seed: in.Seed,
		Solver: func(x *sp.Instance) (sp.Solver, error) {
			if cuts[x] == nil {
				cuts[x] = careful{oracle.NewCut(), t}
			}
			return cuts[x], nil
		},
		Visit: func() error { return nil }, Steps: sp.Steps{Due: func() bool { return false }},
	}
}

// Once buffers have grown, visits allocate only new labelings of the dual variables and, once a
// pass, the order.
func TestVisitsDoNotAllocate(t *testing.T) {
	in := learnertest.Input(planar(t, 1, 10, 8, 8), `{"pairs":"potts"}`, "weighted-hamming")
	for _, l := range allSolvers() {
		l.Lambda, l.Passes = 0.1, 1e6
		m := must(l.method(onCuts(t, in), nil))(t)
		passes := func() {
			for range 5 * len(in.Train) {
				need(t, m.step())
			}
		}
		for range 10 {
			passes()
		}
		if n := testing.AllocsPerRun(2, passes) / float64(5*len(in.Train)); n > 0.5 {
			t.Errorf("%s: %v allocations per visit", l.Solver, n)
		}
	}
}
