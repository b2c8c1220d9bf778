package partclamp

import (
	"fmt"
	"math"
	"testing"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// every tightens the bounds of list until nothing changes.
func every(t *testing.T, s sp.Solver, clamp string, p *sp.Potentials, list []bound.Clamping) {
	t.Helper()
	z := &tightener{clamp: clamp, most: 1000, sweeps: 50, sweep: func() error { return nil }}
	for changed := true; changed; {
		var err error
		if changed, err = z.tighten(s, p, list); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFrontier: the next state has the largest estimate.
func TestFrontier(t *testing.T) {
	// One variable of B; its neighbours in A gain 1000 or 2000 by its labels.
	x := sp.Instance{K: 3, Node: sp.Rows{N: 2}, Edges: sp.ChainEdges(2)}
	f, err := sp.NewForest([]bool{true, false}, x.Edges)
	if err != nil {
		t.Fatal(err)
	}
	p := &sp.Potentials{K: 3, Node: make([]float64, 6), Edges: x.Edges,
		Pair: sp.Pair{Table: []float64{0, 1000, 2000, 0, 1000, 2000, 0, 1000, 2000}}}
	var z frontier
	y, err := z.best(oracle.NewTree(), p, &bound.Clamping{Forest: f, States: [][]int32{{0, 0}}})
	if err != nil || y == nil || y[1] != 2 {
		t.Errorf("label %v is not the one of score 2000, error %v", y, err)
	}
	if got, want := z.top, 2000+math.Log(3); math.Abs(got-want) > 1e-9 {
		t.Errorf("its sum is estimated to be %v, want %v", got, want)
	}
}

// TestFrontierBehindProhibitions: if a label of B forbids everything allowed by the present one, no
// estimate is a number, but some states are not included yet.
func TestFrontierBehindProhibitions(t *testing.T) {
	no := math.Inf(-1)
	p := &sp.Potentials{K: 2, Node: make([]float64, 4), Edges: sp.ChainEdges(2),
		Pair: sp.Pair{Table: []float64{0, no, no, 0}}}
	f, err := sp.NewForest([]bool{true, false}, p.Edges)
	if err != nil {
		t.Fatal(err)
	}
	var z frontier
	c := &bound.Clamping{Forest: f, States: [][]int32{{0, 0}}}
	if y, err := z.best(oracle.NewTree(), p, c); err != nil || y == nil || y[1] != 1 {
		t.Errorf("state %v, error %v", y, err)
	}
	c.States = append(c.States, []int32{0, 1})
	if y, err := z.best(oracle.NewTree(), p, c); err != nil || y != nil {
		t.Errorf("state %v of none, error %v", y, err)
	}
}

// A counting solver counts the sums of a forest given a state.
type counting struct {
	*oracle.Elimination
	asked map[string]int
}

func (c counting) Conditional(mu *sp.Marginals, p *sp.Potentials, f *sp.Forest,
	y []int32) (float64, error) {
	c.asked[fmt.Sprintf("%p %x", f, hash(f, y))]++
	return c.Elimination.Conditional(mu, p, f, y)
}

// TestTightenAsksOnce: under the same scores each sum of a state is computed once.
func TestTightenAsksOnce(t *testing.T) {
	for _, clamp := range []string{clampMAP, clampMarginal} {
		for seed := range uint64(4) {
			p, list := tightening(seed, 2)
			s := counting{Elimination: oracle.NewElimination()}
			z := &tightener{clamp: clamp, most: 3, sweeps: 20, sweep: func() error { return nil }}
			for round := range 8 {
				s.asked = map[string]int{}
				if _, err := z.tighten(s, p, list); err != nil {
					t.Fatal(err)
				}
				for state, n := range s.asked {
					if n > 1 {
						t.Errorf("%s, seed %d, round %d: %d times %s", clamp, seed, round, n, state)
					}
				}
			}
		}
	}
}
