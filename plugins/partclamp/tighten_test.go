package partclamp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// tightening is a small problem with a clamping of each of two partitions, at random scores.
func tightening(seed uint64, k int) (*sp.Potentials, []bound.Clamping) {
	r := rand.New(rand.NewPCG(seed, 2))
	x := &images(seed, 1, 3, 3, k, 0.5, 1)[0]
	p := &sp.Potentials{K: k, Node: make([]float64, x.N()*k), Edges: x.Edges,
		Pair: sp.Pair{Table: make([]float64, len(x.Edges)*k*k)}}
	for _, v := range [][]float64{p.Node, p.Pair.Table} {
		for i := range v {
			v[i] = 1.5 * r.NormFloat64()
		}
	}
	var list []bound.Clamping
	for _, f := range partition.Forests(x, partition.BreadthFirst, seed, 2) {
		list = append(list, bound.Clamping{Forest: f, States: [][]int32{x.Gold}})
	}
	return p, list
}

// states returns K^|B|.
func states(c *bound.Clamping, k int) int {
	return int(math.Pow(float64(k), float64(c.Forest.N()-len(c.Forest.Order))))
}

// mustDiffer fails if two states of a clamping have the same labels outside of its forest.
func mustDiffer(t *testing.T, c *bound.Clamping) {
	t.Helper()
	seen := map[string]bool{}
	for _, y := range c.States {
		key := ""
		for d, label := range y {
			if !c.Forest.Has(int32(d)) {
				key += fmt.Sprint(label, " ")
			}
		}
		if seen[key] {
			t.Fatalf("state %q twice", key)
		}
		seen[key] = true
	}
}

// TestTightenFindsEveryStateOnce, then reports no change: the bounds are log Z. It also does if
// exponentials of scores overflow.
func TestTightenFindsEveryStateOnce(t *testing.T) {
	for _, clamp := range []string{clampMAP, clampMarginal} {
		for seed := range uint64(16) {
			k := 2 + int(seed%2)
			p, list := tightening(seed/4, k)
			p.Scale([]float64{1, 500, 3000, 1e5}[seed%4])
			every(t, oracle.NewElimination(), clamp, p, list)
			for i := range list {
				mustDiffer(t, &list[i])
				if got, want := len(list[i].States), states(&list[i], k); got != want {
					t.Errorf("%s, seed %d: %d states of %d", clamp, seed, got, want)
				}
			}
		}
	}
}

// TestTightenKeepsToTheBudget: the gold state stays, states are distinct, and under fixed scores
// the bound never falls.
func TestTightenKeepsToTheBudget(t *testing.T) {
	for seed := range uint64(6) {
		p, list := tightening(seed, 2)
		gold := &list[0].States[0][0]
		z, s := &tightener{clamp: clampMAP, most: 2, sweeps: 20, sweep: func() error {
			return nil
		}}, oracle.NewElimination()
		var b bound.Evaluator
		last := math.Inf(-1)
		for round := range 8 {
			if _, err := z.tighten(s, p, list); err != nil {
				t.Fatal(err)
			}
			value, err := b.Geometric(nil, s, p, list)
			if err != nil {
				t.Fatal(err)
			}
			for i := range list {
				mustDiffer(t, &list[i])
				if len(list[i].States) > 3 || &list[i].States[0][0] != gold {
					t.Fatalf("seed %d, round %d: %d states, the gold one first: %v", seed, round,
						len(list[i].States), &list[i].States[0][0] == gold)
				}
			}
			if value < last-1e-12 {
				t.Errorf("seed %d, round %d: the bound falls from %v to %v", seed, round, last,
					value)
			}
			last = value
		}
	}
}

// TestFirstStateIsTheBestOne: in most small problems the state found by messages has the largest
// sum of all except gold. The same holds for the state of the MAP.
func TestFirstStateIsTheBestOne(t *testing.T) {
	const seeds = 40
	hits := map[string]int{}
	for seed := range uint64(seeds) {
		for _, clamp := range []string{clampMAP, clampMarginal} {
			p, list := tightening(seed, 2)
			list = list[:1]
			all := []bound.Clamping{{Forest: list[0].Forest, States: [][]int32{list[0].States[0]}}}
			s := oracle.NewElimination()
			z := &tightener{clamp: clamp, most: 1, sweeps: 50, sweep: func() error { return nil }}
			if _, err := z.tighten(s, p, list); err != nil {
				t.Fatal(err)
			}
			every(t, s, clamp, p, all)
			sum := func(y []int32) float64 {
				logZ, err := s.Conditional(nil, p, list[0].Forest, y)
				if err != nil {
					t.Fatal(err)
				}
				return logZ
			}
			best := math.Inf(-1)
			for _, y := range all[0].States[1:] {
				best = max(best, sum(y))
			}
			if sum(list[0].States[1]) >= best-1e-12 {
				hits[clamp]++
			}
		}
	}
	t.Logf("the best state first, of %d: %v", seeds, hits)
	if hits[clampMarginal] < seeds*9/10 || hits[clampMAP] < seeds*9/10 {
		t.Errorf("the best state first, of %d: %v", seeds, hits)
	}
}
