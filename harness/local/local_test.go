package local_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/local"
	"github.com/spbench/spbench/harness/perturb"
	"github.com/spbench/spbench/harness/sp"
)

// draw returns random potentials of a random graph in each form of pair scores.
func draw(r *rand.Rand, n, k, form int, forbid bool) *sp.Potentials {
	p := &sp.Potentials{K: k, Node: normal(r, n*k)}
	for v := range int32(n) {
		for u := range v {
			if r.IntN(2) == 0 {
				p.Edges = append(p.Edges, sp.Edge{U: u, V: v})
			}
		}
	}
	switch form {
	case 0:
		p.Pair.Potts = normal(r, len(p.Edges))
	case 1:
		p.Pair.Table = normal(r, k*k)
	case 2:
		p.Pair.Table = normal(r, len(p.Edges)*k*k)
	}
	if forbid {
		p.Node[r.IntN(n)*k] = math.Inf(-1)
	}
	return p
}

func normal(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// TestConditionals: a conditional equals the score of the whole labeling, up to a constant for
// each variable; both are compared without it.
func TestConditionals(t *testing.T) {
	r := pcg(1, 1)
	for i := range 200 {
		n, k := 1+r.IntN(5), 1+r.IntN(3)
		p := draw(r, n, k, i%4, false)
		y := make([]int32, n)
		for d := range y {
			y[d] = int32(r.IntN(k))
		}
		got := make([]float64, n*k)
		local.Conditionals(got, p, y)
		for d := range n {
			was := y[d]
			base := p.Score(y) - got[d*k+int(was)]
			for l := range int32(k) {
				y[d] = l
				if want := p.Score(y) - base; math.Abs(got[d*k+int(l)]-want) > 1e-12 {
					t.Fatalf("variable %d label %d: %v, want %v", d, l, got[d*k+int(l)], want)
				}
			}
			y[d] = was
		}
	}
}

// TestICM: ICM ends at a local maximum, never below its start, and avoids forbidden labels.
func TestICM(t *testing.T) {
	r := pcg(2, 2)
	var s local.State
	for i := range 400 {
		n, k := 1+r.IntN(7), 2+r.IntN(3)
		p := draw(r, n, k, i%4, i%3 == 0)
		s.Reset(p)
		s.Draw(perturb.NewKey(uint64(i), "x"), 0)
		start := p.Score(s.Y)
		sweeps, done := s.ICM(1000)
		if !done || sweeps > 1000 {
			t.Fatalf("no local maximum after %d sweeps", sweeps)
		}
		score := p.Score(s.Y)
		if math.IsInf(score, -1) || score < start-1e-12 {
			t.Fatalf("score %v from %v", score, start)
		}
		for d, was := range s.Y {
			for l := range int32(k) {
				s.Y[d] = l
				if p.Score(s.Y) > score+1e-12 {
					t.Fatalf("label %d of variable %d is better", l, d)
				}
			}
			s.Y[d] = was
		}
	}
}

// TestICMStopsAtMost: ICM stops after most sweeps, before a local maximum.
func TestICMStopsAtMost(t *testing.T) {
	p := &sp.Potentials{K: 2, Node: []float64{0, 0, 0, 0, 0, 3}, Edges: sp.ChainEdges(3),
		Pair: sp.Pair{Potts: []float64{1, 1}}}
	var s local.State
	s.Reset(p)
	copy(s.Y, []int32{0, 0, 0})
	if sweeps, done := s.ICM(1); sweeps != 1 || done {
		t.Errorf("%d sweeps, done %v", sweeps, done)
	}
}

// TestGibbs: frequencies of labels over many sweeps equal the marginals by enumeration.
func TestGibbs(t *testing.T) {
	r := pcg(3, 3)
	var s local.State
	const sweeps = 40000
	for i := range 12 {
		n, k := 2+r.IntN(3), 2+i%2
		p := draw(r, n, k, i%4, i%5 == 4)
		want := marginals(p)
		s.Reset(p)
		key := perturb.NewKey(7, "x")
		s.Draw(key, 0)
		got := make([]float64, n*k)
		for sweep := range uint64(sweeps) {
			s.Gibbs(key, sweep+1)
			for d, y := range s.Y {
				got[d*k+int(y)] += 1.0 / sweeps
			}
		}
		for j := range got {
			if math.Abs(got[j]-want[j]) > 0.02 || want[j] == 0 && got[j] != 0 {
				t.Errorf("problem %d: marginal %d is %.3f, want %.3f", i, j, got[j], want[j])
			}
		}
	}
}

// marginals returns the marginals of p, by enumeration.
func marginals(p *sp.Potentials) []float64 {
	mu, sum := make([]float64, len(p.Node)), 0.0
	every(p, func(y []int32) {
		w := math.Exp(p.Score(y))
		sum += w
		for d, k := range y {
			mu[d*p.K+int(k)] += w
		}
	})
	for i := range mu {
		mu[i] /= sum
	}
	return mu
}

// TestDrawIsAFunction: the same key and draw give the same labels, another draw gives others.
// No drawn label is forbidden.
func TestDrawIsAFunction(t *testing.T) {
	r := pcg(4, 4)
	for k := 2; k <= 3; k++ {
		p := draw(r, 200, k, 3, false)
		p.Edges, p.Node[100*k], p.Node[101*k+1] = nil, math.Inf(-1), math.Inf(-1)
		var a, b local.State
		a.Reset(p)
		b.Reset(p)
		key := perturb.NewKey(1, "x")
		a.Draw(key, 5)
		b.Draw(key, 5)
		same, counts := 0, make([]int, k)
		for d := range a.Y {
			if a.Y[d] != b.Y[d] {
				t.Fatal("the same draw gives other labels")
			}
			counts[a.Y[d]]++
		}
		b.Draw(key, 6)
		for d := range a.Y {
			if a.Y[d] == b.Y[d] {
				same++
			}
		}
		if same > 120 || slices.Min(counts) < 40 {
			t.Errorf("K=%d: another draw has %d of 200 labels in common; labels are drawn %v times",
				k, same, counts)
		}
		for draw := range uint64(100) {
			if a.Draw(key, draw); a.Y[100] == 0 || a.Y[101] == 1 {
				t.Fatal("a forbidden label is drawn")
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	p := grid(16, 2)
	var s local.State
	key := perturb.NewKey(1, "x")
	s.Reset(p)
	s.Draw(key, 0)
	s.Gibbs(key, 1)
	if n := testing.AllocsPerRun(5,
		func() { s.Reset(p); s.Draw(key, 0); s.ICM(3); s.Gibbs(key, 1) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// grid is a 4-connected Potts grid of side×side variables.
func grid(side, k int) *sp.Potentials {
	r := pcg(9, 9)
	p := &sp.Potentials{K: k, Node: normal(r, side*side*k), Edges: sp.GridEdges(side, side)}
	p.Pair.Potts = make([]float64, len(p.Edges))
	for e := range p.Pair.Potts {
		p.Pair.Potts[e] = 0.5
	}
	return p
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
