package feature_test

import (
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/sp"
)

// ocr is a word of 8 letters as in the OCR data: about 30 of 131 binary
// features per letter, 26 labels, one shared table.
func ocr(tb testing.TB) (sp.FeatureMap, *sp.Instance, []float64, *sp.Marginals) {
	r := pcg(1, 1)
	x := &sp.Instance{ID: "word", Weight: 1, K: 26, Edges: sp.ChainEdges(8), Gold: make([]int32, 8),
		Node: sp.Rows{N: 8, D: 131, Start: []int32{0}}}
	for range 8 {
		for j := range int32(131) {
			if r.IntN(131) < 30 {
				x.Node.Index = append(x.Node.Index, j)
			}
		}
		x.Node.Start = append(x.Node.Start, int32(len(x.Node.Index)))
	}
	m, err := feature.New("linear", nil, feature.Dims{K: 26, Node: 131})
	if err != nil {
		tb.Fatal(err)
	}
	mu := new(sp.Marginals)
	mu.Resize(8, 7, 26)
	for i := range mu.Node {
		mu.Node[i] = 1. / 26
	}
	for i := range mu.Pair {
		mu.Pair[i] = 1. / 676
	}
	return m, x, normal(r, m.Dim()), mu
}

// tagging is a sentence of 20 words: 13 of 100000 binary features per word, 9
// labels.
func tagging(tb testing.TB) (sp.FeatureMap, *sp.Instance, []float64, *sp.Marginals) {
	r := pcg(2, 2)
	x := sentence(r, 20, 13, 100000, 9)
	m, err := feature.New("linear", nil, feature.Dims{K: 9, Node: 100000})
	if err != nil {
		tb.Fatal(err)
	}
	return m, x, normal(r, m.Dim()), &sp.Marginals{Node: normal(r, 20*9), Pair: normal(r, 19*81)}
}

var problems = []struct {
	name string
	draw func(testing.TB) (sp.FeatureMap, *sp.Instance, []float64, *sp.Marginals)
}{{"OCR", ocr}, {"tagging", tagging}, {"seen", seenTagging}}

func TestNoAllocation(t *testing.T) {
	for _, problem := range problems {
		m, x, w, mu := problem.draw(t)
		p, y := new(sp.Potentials), make([]int32, x.N())
		m.Potentials(p, w, x)
		ranges := m.Support(nil, x)
		if n := testing.AllocsPerRun(10, func() {
			m.Potentials(p, w, x)
			m.Add(w, 1e-9, x, y)
			m.AddMean(w, 1e-9, x, mu)
			ranges = m.Support(ranges[:0], x)
		}); n != 0 {
			t.Errorf("%s: %v allocations per call", problem.name, n)
		}
	}
}

func BenchmarkLinear(b *testing.B) {
	for _, problem := range problems {
		m, x, w, mu := problem.draw(b)
		p, y := new(sp.Potentials), make([]int32, x.N())
		for i, do := range []func(){func() { m.Potentials(p, w, x) },
			func() { m.AddMean(w, 1e-9, x, mu) }, func() { m.Add(w, 1e-9, x, y) }} {
			b.Run(problem.name+[]string{"/Potentials", "/AddMean", "/Add"}[i], func(b *testing.B) {
				b.ReportAllocs()
				defer cputime.PerOp(b)()
				for b.Loop() {
					do()
				}
			})
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
