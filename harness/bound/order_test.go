package bound_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// TestBoundsAreOrdered takes 100 random models. Mean field and sums of clamped states are at most log
// Z. The tree-reweighted value is at least log Z. So is the expected perturbed maximum A_G, estimated
// from 100 draws, plus four standard errors. The log has the mean distances.
func TestBoundsAreOrdered(t *testing.T) {
	const models, draws, states = 100, 100, 8
	names := []string{"mean field", "part & clamp", "TRW", "A_G"}
	distance := map[string]float64{}
	for i := range models {
		r := rand.New(rand.NewPCG(uint64(i), 12))
		k := 2 + i%3
		coupling := []float64{0.3, 1, 2}[i/3%3]
		x := &sp.Instance{ID: fmt.Sprint(i), Weight: 1, K: k, Node: sp.Rows{N: 16},
			Edges: sp.GridEdges(4, 4), Shape: [2]int{4, 4}}
		p := &sp.Potentials{K: k, Node: make([]float64, 16*k), Edges: x.Edges}
		p.Pair.Table = make([]float64, len(x.Edges)*k*k)
		for j := range p.Node {
			p.Node[j] = r.NormFloat64()
		}
		for j := range p.Pair.Table {
			p.Pair.Table[j] = coupling * r.NormFloat64()
		}
		exact := oracle.NewElimination()
		logZ, err := exact.Marginals(&sp.Marginals{}, p)
		check(t, err)
		var best, one sp.Prediction
		top := make([]int32, 16)
		_, err = exact.MAP(top, p)
		check(t, err)
		maximum, err := perturb.Estimate(&best, exact, p, perturb.NewKey(1, x.ID), draws)
		check(t, err)
		forests := partition.Forests(x, partition.BreadthFirst, 1, 2)
		var list []bound.Clamping
		for _, f := range forests {
			c := bound.Clamping{Forest: f, States: [][]int32{top}}
			for draw := uint64(0); len(c.States) < states && draw < 200; draw++ {
				_, err := perturb.Estimate(&one, exact, p, perturb.NewKey(draw, x.ID), 1)
				check(t, err)
				if y := append([]int32{}, one.Labels...); distinct(f, c.States, y) {
					c.States = append(c.States, y)
				}
			}
			list = append(list, c)
		}
		var e bound.Evaluator
		clamped, err := largest(&e, oracle.NewTree(), p, list)
		check(t, err)
		field, err := (&oracle.MeanField{Sweeps: 1000, Tolerance: 1e-8}).Marginals(&sp.Marginals{}, p)
		check(t, err)
		trw := &oracle.TRW{Forests: 20}
		trw.Sweeps, trw.Tolerance, trw.Damping = 5000, 1e-8, 0.5
		reweighted, err := trw.Marginals(&sp.Marginals{}, p)
		check(t, err)
		const rounding = 1e-8
		if field > logZ+rounding || clamped > logZ+rounding || reweighted < logZ-1e-4 ||
			maximum.Mean+4*maximum.Err < logZ {
			t.Errorf("model %d, K = %d, coupling %v: mean field %.4f, part & clamp %.4f, log Z %.4f, TRW %.4f, A_G %.4f ± %.4f",
				i, k, coupling, field, clamped, logZ, reweighted, maximum.Mean, maximum.Err)
		}
		for j, v := range []float64{field, clamped, reweighted, maximum.Mean} {
			distance[names[j]] += (v - logZ) / models
		}
	}
	for _, name := range names {
		t.Logf("%-12s %+.3f from log Z", name, distance[name])
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// distinct reports whether y differs from all states outside of the forest.
func distinct(f *sp.Forest, states [][]int32, y []int32) bool {
	for _, s := range states {
		same := true
		for d := range y {
			same = same && (f.Has(int32(d)) || s[d] == y[d])
		}
		if same {
			return false
		}
	}
	return true
}
