package likelihood_test

import (
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// words returns 50 chains of 8 variables, 26 labels, 128 sparse features.
func words(tb testing.TB) (sp.FeatureMap, []sp.Instance) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(9, 9))
	train := make([]sp.Instance, 50)
	for i := range train {
		x := sp.Instance{Weight: 1, K: 26, Edges: sp.ChainEdges(8), Gold: make([]int32, 8)}
		x.Node = sp.Rows{N: 8, D: 128, Start: []int32{0}}
		for d := range 8 {
			for j := range int32(128) {
				if rng.IntN(4) == 0 {
					x.Node.Index = append(x.Node.Index, j)
				}
			}
			x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
			x.Gold[d] = rng.Int32N(26)
		}
		train[i] = x
	}
	m, err := feature.New("linear", nil, feature.Dims{K: 26, Node: 128})
	if err != nil {
		tb.Fatal(err)
	}
	return m, train
}

// onWords calls do with the objective of each term on words.
func onWords(tb testing.TB, do func(name string, o *likelihood.Objective, w, grad []float64)) {
	m, train := words(tb)
	chain := oracle.NewChain()
	for _, c := range []struct {
		name string
		term likelihood.Term
	}{
		{"exact", &likelihood.Exact{Solver: func(*sp.Instance) (sp.Solver, error) { return chain, nil }}},
		{"pseudo", &likelihood.Pseudo{}},
		{"piecewise", &likelihood.Piecewise{}},
	} {
		o := &likelihood.Objective{Map: m, Train: train, Lambda: 0.1, Term: c.term}
		w := randomWeights(rand.New(rand.NewPCG(10, 10)), m.Dim())
		do(c.name, o, w, make([]float64, len(w)))
	}
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	onWords(t, func(name string, o *likelihood.Objective, w, grad []float64) {
		if n := testing.AllocsPerRun(5, func() { o.Evaluate(w, grad) }); n > 0 {
			t.Errorf("%s: %v allocations per evaluation", name, n)
		}
	})
}

// Of 50 words with 8 letters of 128 pixels, one in four of them set.
func BenchmarkEvaluate(b *testing.B) {
	onWords(b, func(name string, o *likelihood.Objective, w, grad []float64) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := o.Evaluate(w, grad); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}
