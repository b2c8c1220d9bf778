package likelihood_test

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/likelihood"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// words returns 50 chains of 8 variables, 26 labels, 128 sparse features.
func words(tb testing.TB) (sp.FeatureMap, []sp.Instance) {
	tb.Helper()
	rng := pcg(9, 9)
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
	m := must(feature.New("linear", nil, feature.Dims{K: 26, Node: 128}))(tb)
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
		w := seededWeights(10, m)
		do(c.name, o, w, make([]float64, len(w)))
	}
}

// onImages calls do with the objective of each term on 20 images of 28×28 pixels; each edge has
// its own table.
func onImages(tb testing.TB, do func(name string, o *likelihood.Objective, w, grad []float64)) {
	tb.Helper()
	rng := pcg(11, 11)
	const side = 28
	of := make([]int32, side*side) // blocks of 2×2
	x := sp.Instance{Weight: 1, K: 2, Shape: [2]int{side, side}, Node: dense(rng, side*side, 2),
		Gold: make([]int32, side*side), Edges: sp.GridEdges(side, side)}
	for d := range int32(side * side) {
		of[d] = d/side/2*(side/2) + d%side/2
		x.Gold[d] = rng.Int32N(2)
	}
	x.Edge = dense(rng, len(x.Edges), 3)
	m := must(feature.New("linear", nil, feature.DimsOf(&x)))(tb)
	for name, term := range map[string]likelihood.Term{
		"pseudo": &likelihood.Pseudo{},
		"blocks": &likelihood.Blocks{Of: func(*sp.Instance) []int32 { return of }},
	} {
		o := &likelihood.Objective{Map: m, Train: slices.Repeat([]sp.Instance{x}, 20), Lambda: 0.1,
			Term: term}
		w := randomWeights(rng, m.Dim())
		do("images/"+name, o, w, make([]float64, len(w)))
	}
}

// benches are the benchmark problems: 20 images of 28×28 pixels, by single pixels and by blocks
// of 2×2, and 50 words with 8 letters of 128 pixels, one in four of them set.
var benches = []func(testing.TB,
	func(string, *likelihood.Objective, []float64, []float64)){onImages, onWords}

func TestEvaluateAllocatesNothing(t *testing.T) {
	for _, on := range benches {
		on(t, func(name string, o *likelihood.Objective, w, grad []float64) {
			if n := testing.AllocsPerRun(2, func() { o.Evaluate(w, grad) }); n > 0 {
				t.Errorf("%s: %v allocations per evaluation", name, n)
			}
		})
	}
}
