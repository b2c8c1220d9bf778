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

// On a grid blocks are 1×2 and 2×2, and what they leave over at the border.
func TestBlocksOfGrids(t *testing.T) {
	for _, test := range []struct {
		rows, columns int32
		size          int
		want          [][]int32
	}{
		{1, 3, 1, [][]int32{{0}, {1}, {2}}},
		{2, 4, 2, [][]int32{{0, 1}, {2, 3}, {4, 5}, {6, 7}}},
		{2, 4, 4, [][]int32{{0, 1, 4, 5}, {2, 3, 6, 7}}},
		{3, 3, 4, [][]int32{{0, 1, 3, 4}, {2, 5}, {6, 7}, {8}}},
		{1, 5, 4, [][]int32{{0, 1}, {2, 3}, {4}}},
	} {
		n := test.rows * test.columns
		b := local.NewBlocks(int(n), lattice(test.rows, test.columns), test.size)
		var got [][]int32
		for i := range b.Len() {
			got = append(got, b.At(i))
		}
		if !slices.EqualFunc(got, test.want, slices.Equal[[]int32]) {
			t.Errorf("%d×%d in %d: %v, want %v", test.rows, test.columns, test.size, got, test.want)
		}
	}
}

// On any graph blocks are disjoint and cover it; each is a variable, an edge or a cycle.
func TestBlocksOfGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for i := range 300 {
		n, size := 1+r.IntN(12), 1<<r.IntN(3)
		edges := draw(r, n, 2, 3, false).Edges
		if i%2 == 0 {
			edges = slices.DeleteFunc(edges, func(sp.Edge) bool { return r.IntN(2) == 0 })
		}
		joined := func(u, v int32) bool { return slices.Contains(edges, sp.Edge{U: min(u, v), V: max(u, v)}) }
		b := local.NewBlocks(n, edges, size)
		seen := make([]bool, n)
		var single []int32
		for i := range b.Len() {
			list := b.At(i)
			for _, d := range list {
				if seen[d] {
					t.Fatalf("variable %d twice", d)
				}
				seen[d] = true
			}
			inside := 0
			for x, u := range list {
				for _, v := range list[x+1:] {
					if joined(u, v) {
						inside++
					}
				}
			}
			if len(list) > size || len(list) == 3 || inside < len(list)-1 || len(list) == 4 && inside < 4 {
				t.Fatalf("block %v of %v, size %d", list, edges, size)
			}
			if len(list) == 1 {
				single = append(single, list[0])
			}
		}
		if slices.Contains(seen, false) {
			t.Fatalf("blocks do not cover %v", edges)
		}
		for _, u := range single {
			for _, v := range single {
				if size > 1 && joined(u, v) {
					t.Fatalf("variables %d and %d are left over, though joined", u, v)
				}
			}
		}
	}
}

// A block has 4096 configurations at most.
func TestBlocksOfManyLabels(t *testing.T) {
	var s local.BlockState
	for k, ok := range map[int]bool{8: true, 9: false} {
		p := &sp.Potentials{K: k, Node: make([]float64, 4*k), Edges: lattice(2, 2)}
		err := s.Reset(p, local.NewBlocks(4, p.Edges, 4))
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
		b := local.NewBlocks(4, p.Edges, size)
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
	if err := s.Reset(p, local.NewBlocks(4, p.Edges, 4)); err != nil {
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
		if err := b.Reset(p, local.NewBlocks(n, p.Edges, 1)); err != nil {
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
	b := local.NewBlocks(p.N(), p.Edges, 4)
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
			if err := s.Reset(p, local.NewBlocks(p.N(), p.Edges, size)); err != nil {
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
