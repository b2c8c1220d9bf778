package local_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

func TestParseBlock(t *testing.T) {
	if r, c, err := local.ParseBlock("2x13"); r != 2 || c != 13 || err != nil {
		t.Errorf("%d rows and %d columns, %v", r, c, err)
	}
	for _, text := range []string{"", "2", "2x", "x2", "0x1", "1x-1", "2x2x2", "2x2 "} {
		if r, c, err := local.ParseBlock(text); err == nil {
			t.Errorf("%q: %d rows and %d columns", text, r, c)
		}
	}
}

// TestBlocksOfManyLabels: a block has at most 4096 configurations.
func TestBlocksOfManyLabels(t *testing.T) {
	var s local.BlockState
	for k, ok := range map[int]bool{8: true, 9: false} {
		p := &sp.Potentials{K: k, Node: make([]float64, 4*k), Edges: sp.GridEdges(2, 2)}
		err := s.Reset(p, blocksOf(4, p.Edges, 4))
		if (err == nil) != ok || err != nil && !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("K=%d: %v", k, err)
		}
	}
}

// TestScoresOfBlocks: the scores of a block's configurations equal those of the whole labeling,
// up to a constant: for every form of pair scores, two and three labels, and blocks of any
// variables, joined by edges or not.
func TestScoresOfBlocks(t *testing.T) {
	r := pcg(15, 15)
	var s local.BlockState
	inner, border := 0, 0
	for i := range 400 {
		n, k := 2+r.IntN(6), 2+i/4%2
		p := draw(r, n, k, i%4, i%5 == 0)
		of := make([]int32, n) // blocks of one to four variables, in any order
		for at, d := range r.Perm(n) {
			of[d] = int32(at / (1 + i%4))
		}
		b := local.NewBlocks(of)
		if err := s.Reset(p, b); err != nil {
			t.Fatal(err)
		}
		s.Draw(perturb.NewKey(uint64(i), "x"), 0)
		for _, e := range p.Edges {
			if of[e.U] == of[e.V] {
				inner++
			} else {
				border++
			}
		}
		for block := range b.Len() {
			got, want := s.Scores(block), configurations(p, s.Y, b.At(block))
			last := len(want) - 1 // none has label 0
			for c := range want {
				have, all := got[c]-got[last], want[c]-want[last]
				if have != all && !(math.Abs(have-all) < 1e-12) {
					t.Fatalf(
						"problem %d, block %v, configuration %d: %v more than the last, want %v", i,
						b.At(block), c, have, all)
				}
			}
		}
	}
	if inner < 100 || border < 100 {
		t.Errorf("%d edges within blocks, %d between them: there is nothing to test", inner, border)
	}
}

// configurations returns the score of y with each labeling of the variables of block, in the
// order of [local.BlockState].
func configurations(p *sp.Potentials, y, block []int32) []float64 {
	y, count := slices.Clone(y), 1
	for range block {
		count *= p.K
	}
	scores := make([]float64, count)
	for c := range scores {
		rest := c
		for at := len(block) - 1; at >= 0; at-- {
			y[block[at]] = int32(rest % p.K)
			rest /= p.K
		}
		scores[c] = p.Score(y)
	}
	return scores
}

// TestLocalMaximaAreCompositeLikelihood checks theorem 4.2 of Bertasius et al. 2017: with one
// Gumbel variable for each configuration of each block, the probability of a labeling to be a
// local maximum is its composite likelihood. Eq. 7: the mean number of local maxima is the sum
// of these over all labelings.
func TestLocalMaximaAreCompositeLikelihood(t *testing.T) {
	const draws = 20000
	r := pcg(12, 12)
	var s local.BlockState
	for i, size := range []int{1, 2, 4, 1, 2, 4} {
		k := 2
		if i == 1 || i == 3 {
			k = 3
		}
		p := draw(r, 4, k, i%4, i == 3)
		p.Edges = sp.GridEdges(2, 2)
		if len(p.Pair.Potts) > 0 {
			p.Pair.Potts = normal(r, 4)
		} else if len(p.Pair.Table) > k*k {
			p.Pair.Table = normal(r, 4*k*k)
		}
		b := blocksOf(4, p.Edges, size)
		if err := s.Reset(p, b); err != nil {
			t.Fatal(err)
		}
		want, z := map[[4]int32]float64{}, 0.0
		every(p, func(y []int32) {
			want[[4]int32(y)] = composite(p, y, b)
			z += want[[4]int32(y)]
		})
		if size == 4 && math.Abs(z-1) > 1e-9 {
			t.Errorf("one block: %v local maxima, want 1", z)
		}
		got, maxima := map[[4]int32]float64{}, 0.0
		for draw := range uint64(draws) {
			s.Perturb(perturb.NewKey(3, "x"), draw, 1)
			every(p, func(y []int32) {
				copy(s.Y, y)
				if _, done := s.ICM(1); done {
					got[[4]int32(y)] += 1.0 / draws
					maxima += 1.0 / draws
				}
			})
		}
		for y, q := range want {
			if math.Abs(got[y]-q) > 5*math.Sqrt(q*(1-q)/draws)+1e-4 {
				t.Errorf("problem %d: %v is a local maximum with frequency %.4f, want %.4f", i, y, got[y], q)
			}
		}
		if math.Abs(maxima-z) > 0.03 {
			t.Errorf("problem %d: %.3f local maxima, want %.3f", i, maxima, z)
		}
	}
}

// composite returns Π p(y_β | y_-β), each by enumeration of the block.
func composite(p *sp.Potentials, y []int32, b *local.Blocks) float64 {
	product, own := 1.0, p.Score(y)
	for i := range b.Len() {
		sum := 0.0
		for _, v := range configurations(p, y, b.At(i)) {
			sum += math.Exp(v - own)
		}
		product /= sum
	}
	return product
}

// TestBlocksOfOneAreICM: blocks of one variable give the sweeps and labels of single sites.
func TestBlocksOfOneAreICM(t *testing.T) {
	r := pcg(14, 14)
	var s local.State
	var b local.BlockState
	for i := range 100 {
		n, k := 1+r.IntN(8), 2+r.IntN(2)
		p := draw(r, n, k, i%4, i%3 == 0)
		key := perturb.NewKey(uint64(i), "x")
		s.Reset(p)
		if err := b.Reset(p, blocksOf(n, p.Edges, 1)); err != nil {
			t.Fatal(err)
		}
		noisy := make([]float64, n*k)
		key.Gumbel(noisy, 3)
		for j := range noisy {
			noisy[j] = p.Node[j] + 0.5*noisy[j]
		}
		s.Rescore(noisy)
		b.Perturb(key, 3, 0.5)
		s.Draw(key, 4)
		b.Draw(key, 4)
		x, _ := s.ICM(100)
		y, _ := b.ICM(100)
		if x != y || !slices.Equal(s.Y, b.Y) {
			t.Fatalf("problem %d: %v in %d sweeps, of blocks %v in %d", i, s.Y, x, b.Y, y)
		}
	}
}

func TestBlocksDoNotAllocate(t *testing.T) {
	p := grid(16, 2)
	b := blocksOf(p.N(), p.Edges, 4)
	var s local.BlockState
	key := perturb.NewKey(1, "x")
	all := func() {
		if err := s.Reset(p, b); err != nil {
			t.Fatal(err)
		}
		s.Perturb(key, 0, 1)
		s.Draw(key, 1)
		s.ICM(100)
	}
	all()
	if n := testing.AllocsPerRun(5, all); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkBlockICM(b *testing.B) {
	for size, name := range map[int]string{2: "1x2", 4: "2x2"} {
		b.Run(name, func(b *testing.B) {
			p := grid(256, 2)
			var s local.BlockState
			if err := s.Reset(p, blocksOf(p.N(), p.Edges, size)); err != nil {
				b.Fatal(err)
			}
			key := perturb.NewKey(1, "x")
			s.Perturb(key, 0, 1)
			updates := 0
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				s.Draw(key, 0)
				sweeps, _ := s.ICM(100)
				updates += sweeps * len(s.Y)
			}
			b.ReportMetric(float64(updates)/b.Elapsed().Seconds()/1e6, "Mupdates/s")
		})
	}
}

// blocksOf returns blocks of size variables; blocks of four are squares.
func blocksOf(n int, edges []sp.Edge, size int) *local.Blocks {
	side := 1
	for side*side < n {
		side++
	}
	return local.NewBlocks(local.Divide(n, edges, [2]int{side, n / side}, 1+size/4, min(size, 2)))
}

// every calls f with every labeling without a forbidden label.
func every(p *sp.Potentials, f func(y []int32)) {
	y := make([]int32, p.N())
	for {
		if !math.IsInf(p.Score(y), -1) {
			f(y)
		}
		d := 0
		for ; d < len(y); d++ {
			if y[d]++; int(y[d]) < p.K {
				break
			}
			y[d] = 0
		}
		if d == len(y) {
			return
		}
	}
}
