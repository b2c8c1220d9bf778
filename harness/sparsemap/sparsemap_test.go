package sparsemap_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
	"github.com/spbench/spbench/harness/sparsemap"
)

// problem returns scores on a chain or a cycle; coarse: integers, with many ties.
func problem(seed uint64, n, k int, scale float64, coarse bool) *sp.Potentials {
	r := rand.New(rand.NewPCG(seed, 3))
	p := &sp.Potentials{K: k, Node: make([]float64, n*k), Edges: sp.ChainEdges(n)}
	if n > 2 && seed%2 == 0 {
		p.Edges = append(p.Edges, sp.Edge{U: 0, V: int32(n - 1)})
	}
	p.Pair.Table = make([]float64, len(p.Edges)*k*k)
	for _, v := range [][]float64{p.Node, p.Pair.Table} {
		for i := range v {
			if v[i] = scale * r.NormFloat64(); coarse {
				v[i] = float64(r.IntN(3))
			}
		}
	}
	return p
}

// gap returns the Frank–Wolfe gap of the distribution over all labelings, by enumeration: the
// largest derivative of the value towards a labeling minus their mean under it.
func gap(p *sp.Potentials, atoms []sp.Atom) (gap, value float64) {
	mu, mean := make([]float64, len(p.Node)), 0.0
	for _, t := range atoms {
		mean += t.Weight * p.Score(t.Labels)
		for d, k := range t.Labels {
			mu[d*p.K+int(k)] += t.Weight
		}
	}
	square := 0.0
	for _, m := range mu {
		square += m * m
	}
	best, y := math.Inf(-1), make([]int32, p.N())
	var try func(d int)
	try = func(d int) {
		if d == len(y) {
			s := p.Score(y)
			for v, k := range y {
				s -= mu[v*p.K+int(k)]
			}
			best = max(best, s)
			return
		}
		for k := range p.K {
			y[d] = int32(k)
			try(d + 1)
		}
	}
	try(0)
	return best - (mean - square), mean - square/2
}

// TestOptimal: the gap over all labelings is at most 1e-9, for chains and cycles, with ties, with
// forbidden labels, and with the buffers of earlier problems. Gap and Value are those of enumeration.
func TestOptimal(t *testing.T) {
	var a sparsemap.ActiveSet
	several, sparse := 0, 0
	for seed := range uint64(300) {
		n, k := 1+int(seed%5), 2+int(seed/5%3)
		p := problem(seed, n, k, []float64{0.3, 1, 10}[seed%3], seed%7 == 0)
		if seed%4 == 0 {
			p.Node[k-1] = math.Inf(-1)
		}
		var s sp.Solver = oracle.NewBrute()
		if len(p.Edges) == n-1 {
			s = oracle.NewChain()
		}
		if converged, err := a.Solve(s, p, 500); err != nil || !converged {
			t.Fatalf("problem %d: converged %v, %v", seed, converged, err)
		}
		g, value := gap(p, a.Atoms)
		if g > 1e-9 || math.Abs(g-a.Gap) > 1e-9 || math.Abs(value-a.Value()) > 1e-9 {
			t.Errorf("problem %d: gap %v, reported %v; value %v, reported %v", seed, g, a.Gap, value,
				a.Value())
		}
		total := 0.0
		for _, t := range a.Atoms {
			total += t.Weight
			if t.Weight <= 0 {
				total = math.NaN()
			}
		}
		for d := range n {
			if row := a.Node[d*k : (d+1)*k]; math.Abs(sum(row)-1) > 1e-12 {
				total = math.NaN()
			}
		}
		if !(math.Abs(total-1) < 1e-12) {
			t.Errorf("problem %d: atoms %v, marginals %v", seed, a.Atoms, a.Node)
		}
		if len(a.Atoms) > 1 {
			several++
		}
		for _, m := range a.Node {
			if m == 0 {
				sparse++
				break
			}
		}
	}
	if several < 100 || sparse < 100 {
		t.Errorf("%d of 300 distributions have several atoms, %d zeros", several, sparse)
	}
}

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

// TestSparsemax: of a single variable it is the projection of the scores onto the simplex (Martins
// & Astudillo 2016).
func TestSparsemax(t *testing.T) {
	var a sparsemap.ActiveSet
	p := &sp.Potentials{K: 4, Node: []float64{0.5, 1.1, -0.2, 0.9}}
	if converged, err := a.Solve(oracle.NewTree(), p, 50); err != nil || !converged {
		t.Fatal(converged, err)
	}
	for i, want := range []float64{0, 0.6, 0, 0.4} {
		if math.Abs(a.Node[i]-want) > 1e-12 {
			t.Errorf("%v, want 0, .6, 0, .4", a.Node)
		}
	}
}

// TestRefusals: few calls do not converge, and a solver that may miss the maximum is refused.
func TestRefusals(t *testing.T) {
	var a sparsemap.ActiveSet
	p := problem(4, 5, 3, 0.3, false)
	if converged, err := a.Solve(oracle.NewBrute(), p, 2); converged || err != nil || len(a.Atoms) < 1 {
		t.Errorf("two calls: converged %v, %v", converged, err)
	}
	p.Pair = sp.Pair{Potts: make([]float64, len(p.Edges))}
	if _, err := a.Solve(oracle.NewExpansion(), p, 9); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("alpha-expansion: %v", err)
	}
}

// TestTolerance: a solution ends at a gap of 1e-11·(1 + largest score). One variable with scores s and
// s−1+ε starts with the gap ε, and has the probability ε/2 of the second label.
func TestTolerance(t *testing.T) {
	var a sparsemap.ActiveSet
	for _, s := range []float64{0.5, -20, 512} {
		limit := 1e-11 * (1 + math.Abs(s))
		for _, epsilon := range []float64{limit / 2, 2 * limit, 50 * limit} {
			p := &sp.Potentials{K: 2, Node: []float64{s, s - 1 + epsilon}}
			converged, err := a.Solve(oracle.NewTree(), p, 50)
			want := epsilon / 2
			if epsilon < limit {
				want = 0
			}
			if err != nil || !converged || math.Abs(a.Node[1]-want) > 1e-15*(1+math.Abs(s)) || a.Gap > limit {
				t.Errorf("score %v, ε %v: μ %v, want %v; gap %v, limit %v; %v, %v", s, epsilon, a.Node[1],
					want, a.Gap, limit, converged, err)
			}
		}
	}
}
