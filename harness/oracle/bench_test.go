package oracle_test

import (
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

func BenchmarkViterbiOCR(b *testing.B) {
	p, s, y := word(), oracle.NewChain(), make([]int32, 8)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		s.MAP(y, p)
	}
}

// log Z, node and pair marginals, with the same table in every call.
func BenchmarkMarginalsOCR(b *testing.B) {
	p, s, mu := word(), oracle.NewChain(), new(sp.Marginals)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		s.Marginals(mu, p)
	}
}

// The same with a new table in every call.
func BenchmarkMarginalsNewTableOCR(b *testing.B) {
	p, s, mu := word(), oracle.NewChain(), new(sp.Marginals)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		p.Pair.Table[0] += 1e-9
		s.Marginals(mu, p)
	}
}

// The MAP and the maxima for all labels of all variables.
func BenchmarkClampedOCR(b *testing.B) {
	p, s, y, top := word(), oracle.NewChain(), make([]int32, 8), make([]float64, 8*26)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		s.MAP(y, p)
		s.MaxMarginals(top)
	}
}

// The MAP and one clamped labeling for each variable: the most work in one step on the marginal
// objective.
func BenchmarkClampedLabelingsOCR(b *testing.B) {
	p, s, y := word(), oracle.NewChain(), make([]int32, 8)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		s.MAP(y, p)
		for d := range y {
			s.Clamped(y, d, int32(3*d))
		}
	}
}

// The same labelings by one MAP each, without clamped queries.
func BenchmarkRestrictedMAPsOCR(b *testing.B) {
	p, s, y := word(), oracle.NewChain(), make([]int32, 8)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		for range 9 {
			s.MAP(y, p)
		}
	}
}

func BenchmarkTreeOCR(b *testing.B) {
	p, s, y := word(), oracle.NewTree(), make([]int32, 8)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		s.MAP(y, p)
	}
}

// 1000 variables of 10 labels in the Potts form.
func BenchmarkViterbiPotts(b *testing.B) {
	r := pcg(10, 3)
	p := potentials(r, sp.ChainEdges(1000), 1000, 10, "potts", "normal")
	s, y := oracle.NewChain(), make([]int32, 1000)
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		s.MAP(y, p)
	}
}
