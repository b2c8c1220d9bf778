package oracle_test

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// word returns potentials of the size of a handwritten word: 8 letters, 26
// labels, one shared table.
func word() *sp.Potentials {
	r := pcg(26, 8)
	return potentials(r, sp.ChainEdges(8), 8, 26, "shared", "normal")
}

// calls are the work of the benchmarks. None allocates after the first time.
func calls() map[string]func() {
	ocr, grid := word(), attractive(10, 10, 10, 1)
	image, tiles := lattice(90, 120), mosaic(1, 90, 120, 3, 1)
	strengths := word()
	strengths.Pair = sp.Pair{Potts: make([]float64, 7)}
	long := potentials(pcg(10, 3), sp.ChainEdges(1000), 1000, 10, "potts", "normal")
	chain, tree, elimination := oracle.NewChain(), oracle.NewTree(), oracle.NewElimination()
	binary, cut, expansion := oracle.NewBinary(nil), oracle.NewCut(), oracle.NewExpansion()
	y, z, best := make([]int32, 10800), make([]int32, 10800), make([]int32, 10800)
	mu, cuts := new(sp.Marginals), 0
	moved := oracle.NewCut() // keeps its flow
	moved.MAP(best, image)
	for d := range best { // buffers grow
		moved.Clamped(z, d, 1-best[d])
	}
	variable := func() int { cuts++; return cuts * 7919 % image.N() }
	return map[string]func(){
		"OCR/Viterbi":   func() { chain.MAP(y[:8], ocr) },
		"OCR/tree":      func() { tree.MAP(y[:8], ocr) },
		"OCR/Marginals": func() { chain.Marginals(mu, ocr) },
		"OCR/Marginals of a new table": func() {
			ocr.Pair.Table[0] += 1e-9
			chain.Marginals(mu, ocr)
		},
		"OCR/Marginals of trees": func() { tree.Marginals(mu, strengths) },
		"OCR/clamped": func() { // the most work in one step on the marginal objective
			chain.MAP(y[:8], ocr)
			for d := range 8 {
				chain.Clamped(y[:8], d, int32(3*d))
				chain.Clamped(nil, d, 4)
			}
		},
		"Potts chain":           func() { chain.MAP(y[:1000], long) },
		"10x10/elimination":     func() { elimination.MAP(y[:100], grid) },
		"10x10/elimination sum": func() { elimination.Marginals(mu, grid) },
		"10x10/elimination clamped": func() {
			elimination.MAP(z[:100], grid)
			for d := range 100 {
				elimination.Clamped(y[:100], d, 1-z[d])
			}
		},
		"10x10/binary": func() {
			grid.Pair.Potts[0] += 1e-9 // no flow to keep
			binary.MAP(y[:100], grid)
		},
		"90x120/cut": func() {
			image.Pair.Potts[0] += 1e-9
			cut.MAP(y, image)
		},
		"90x120/cut clamped": func() {
			d := variable()
			moved.Clamped(z, d, 1-best[d])
		},
		"90x120/cut restricted": func() { // the same by a MAP with a reused flow
			d := variable()
			at := 2*d + int(best[d])
			keep := image.Node[at]
			image.Node[at] = math.Inf(-1)
			cut.MAP(z, image)
			image.Node[at] = keep
		},
		"90x120/expansion": func() {
			tiles.Node[0] += 1e-9
			expansion.MAP(y, tiles)
		},
	}
}

func TestNothingAllocates(t *testing.T) {
	for name, call := range calls() {
		call()
		if n := testing.AllocsPerRun(2, call); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkSolvers(b *testing.B) {
	for name, call := range calls() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				call()
			}
		})
	}
}
