package local_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// A block has 4096 configurations at most.
func TestBlocksOfManyLabels(t *testing.T) {
	var s local.BlockState
	for k, ok := range map[int]bool{8: true, 9: false} {
		p := &sp.Potentials{K: k, Node: make([]float64, 4*k), Edges: lattice(2, 2)}
		err := s.Reset(p, blocksOf(4, p.Edges, 4))
		if (err == nil) != ok || err != nil && !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("K=%d: %v", k, err)
		}
	}
}

// Theorem 4.2 of Bertasius et al. 2017: under one Gumbel variable for each configuration of each
// block, a labeling is a local maximum with the probability that the composite likelihood gives
// it. Eq. 7: the mean number of local maxima is the sum of that over all labelings.
func TestLocalMaximaAreCompositeLikelihood(t *testing.T) {
	const draws = 20000
	r := rand.New(rand.NewPCG(12, 12))
	var s local.BlockState
	for i, size := range []int{1, 2, 4, 1, 2, 4} {
		k := 2
		if i == 1 || i == 3 {
			k = 3
		}
		p := draw(r, 4, k, i%4, i == 3)
		p.Edges = lattice(2, 2)
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
			copy(s.Y, y)
			want[[4]int32(y)] = composite(&s, b, k)
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

// composite returns Π p(y_β | y_-β) for the labels of s, unperturbed.
func composite(s *local.BlockState, b *local.Blocks, k int) float64 {
	product := 1.0
	for i := range b.Len() {
		now := 0
		for _, d := range b.At(i) {
			now = now*k + int(s.Y[d])
		}
		scores, sum := s.Scores(i), 0.0
		for _, v := range scores {
			sum += math.Exp(v)
		}
		product *= math.Exp(scores[now]) / sum
	}
	return product
}

// With one block of all variables, maxima under noise are draws from p(y) ∝ exp(score(y)),
// from whatever start.
func TestOneBlockIsTheGibbsDistribution(t *testing.T) {
	const draws = 40000
	r := rand.New(rand.NewPCG(13, 13))
	p := draw(r, 4, 2, 3, false)
	p.Edges, p.Pair = lattice(2, 2), sp.Pair{Table: normal(r, 16)}
	var s local.BlockState
	if err := s.Reset(p, blocksOf(4, p.Edges, 4)); err != nil {
		t.Fatal(err)
	}
	got, key := map[[4]int32]float64{}, perturb.NewKey(1, "x")
	for draw := range uint64(draws) {
		s.Perturb(key, draw, 1)
		s.Draw(key, draws+draw)
		if sweeps, done := s.ICM(9); !done || sweeps > 2 {
			t.Fatalf("%d sweeps of one block", sweeps)
		}
		got[[4]int32(s.Y)] += 1.0 / draws
	}
	sum := 0.0
	every(p, func(y []int32) { sum += math.Exp(p.Score(y)) })
	every(p, func(y []int32) {
		q := math.Exp(p.Score(y)) / sum
		if math.Abs(got[[4]int32(y)]-q) > 5*math.Sqrt(q*(1-q)/draws)+1e-4 {
			t.Errorf("%v has frequency %.4f, want %.4f", y, got[[4]int32(y)], q)
		}
	})
}

// Blocks of one variable are single sites: the same sweeps and labels.
func TestBlocksOfOneAreICM(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
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
			for b.Loop() {
				s.Draw(key, 0)
				sweeps, _ := s.ICM(100)
				updates += sweeps * len(s.Y)
			}
			b.ReportMetric(float64(updates)/b.Elapsed().Seconds()/1e6, "Mupdates/s")
		})
	}
}

// blocksOf returns blocks of so many variables, squares of four.
func blocksOf(n int, edges []sp.Edge, size int) *local.Blocks {
	side := 1
	for side*side < n {
		side++
	}
	return local.NewBlocks(local.Divide(n, edges, [2]int{side, n / side}, 1+size/4, min(size, 2)))
}

// lattice returns the edges of a 4-connected grid.
func lattice(rows, columns int32) (edges []sp.Edge) {
	for i := range rows {
		for j := range columns {
			d := i*columns + j
			if j+1 < columns {
				edges = append(edges, sp.Edge{U: d, V: d + 1})
			}
			if i+1 < rows {
				edges = append(edges, sp.Edge{U: d, V: d + columns})
			}
		}
	}
	return edges
}

// every calls f with every labeling that no node score forbids.
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
