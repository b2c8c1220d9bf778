package oracle_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// factored returns potentials with factors of three and four variables beside edges.
func factored(count int) (list []problem) {
	r := pcg(5, 1)
	for i := range count {
		n, k := 3+r.IntN(4), 2+r.IntN(2)
		var edges []sp.Edge
		for v := range int32(n) {
			for u := range v {
				if r.IntN(4) == 0 {
					edges = append(edges, sp.Edge{U: u, V: v})
				}
			}
		}
		pair := []string{"potts", "shared", "edges", "none"}[i%4]
		scores := []string{"normal", "forbidden", "big", "mixed", "ties", "tenths"}[i%6]
		p := potentials(r, edges, n, k, pair, scores)
		p.Factors = &sp.Factors{Arity: min(3+r.IntN(2), n)}
		for range r.IntN(n) {
			of := r.Perm(n)[:p.Factors.Arity]
			slices.Sort(of)
			for _, d := range of {
				p.Factors.Variables = append(p.Factors.Variables, int32(d))
			}
		}
		tables := p.Factors.N()
		if i%3 == 0 {
			tables = min(tables, 1)
		}
		p.Factor = potentials(r, nil, 1, tables*p.Factors.States(k)+1, "none", scores).Node[1:]
		for j, v := range p.Factor {
			if math.IsInf(v, -1) {
				p.Factor[j] = 0
			}
		}
		list = append(list, problem{name: fmt.Sprintf("factors/%d/%s/%s", i, pair, scores), p: p})
	}
	return list
}

// TestFactorsEqualEnumeration: maxima, clamped maxima, log Z and marginals of 1,000 random models,
// by one solver. Local moves reach labelings that no single label improves, and sampling comes
// close to the sums of mild models.
func TestFactorsEqualEnumeration(t *testing.T) {
	s := oracle.NewElimination()
	for _, q := range factored(1000) {
		equals(t, q.name, s, q.p)
	}
	for _, q := range factored(60) {
		x := &sp.Instance{ID: "x", Weight: 1, K: q.p.K, Node: sp.Rows{N: q.p.N()}, Edges: q.p.Edges,
			Factors: q.p.Factors}
		y := make([]int32, x.N())
		icm, err := solverOfInstance(t, "icm", x).MAP(y, q.p)
		if err == nil && icm != q.p.Score(y) {
			t.Errorf("%s: ICM reports %v, not %v", q.name, icm, q.p.Score(y))
		}
		for d, k := range y {
			for l := range int32(x.K) {
				y[d] = l
				if score := q.p.Score(y); err == nil && score > icm+1e-9*(1+math.Abs(icm)) {
					t.Errorf("%s: ICM ends at %v, label %d of %d gives %v", q.name, icm, l, d, score)
				}
			}
			y[d] = k
		}
		q.p.Scale(0.1)
		if q.scores = q.name[len(q.name)-6:]; q.scores != "normal" {
			continue
		}
		var mu, want sp.Marginals
		must(solverOfInstance(t, "gibbs", x).Marginals(&mu, q.p))(t)
		must(oracle.NewBrute().Marginals(&want, q.p))(t)
		sameNumbers(t, q.name+": Gibbs", mu.Node, want.Node, 0.03)
		sameNumbers(t, q.name+": Gibbs", mu.Factor, want.Factor, 0.03)
	}
}

func solverOfInstance(t *testing.T, name string, x *sp.Instance) sp.Solver {
	args := ""
	if name == "gibbs" {
		args = `{"sweeps":20000}`
	}
	return must(choose(t, name, args).Pool(nil, 1, nil).Get(x))(t)
}

// TestSecondOrderChain compares a chain of order 2 with Viterbi over pairs of labels, at the size
// of handwritten words.
func TestSecondOrderChain(t *testing.T) {
	r, k := pcg(2, 26), 26
	for n := 3; n < 15; n += 5 {
		p := potentials(r, sp.ChainEdges(n), n, k, "shared", "normal")
		p.Factors = &sp.Factors{Arity: 3}
		for d := range int32(n - 2) {
			p.Factors.Variables = append(p.Factors.Variables, d, d+1, d+2)
		}
		for range k * k * k {
			p.Factor = append(p.Factor, r.NormFloat64())
		}
		best := make([]float64, k*k) // of the labelings up to t, by the last two labels
		for a := range k {
			for b := range k {
				best[a*k+b] = p.Node[a] + p.Node[k+b] + p.Pair.Table[a*k+b]
			}
		}
		for d := 2; d < n; d++ {
			next := slices.Repeat([]float64{math.Inf(-1)}, k*k)
			for i, v := range p.Factor {
				bc := i % (k * k)
				next[bc] = max(next[bc], best[i/k]+v+p.Pair.Table[bc]+p.Node[d*k+i%k])
			}
			best = next
		}
		y := make([]int32, n)
		s := oracle.NewElimination()
		if score, want := must(s.MAP(y, p))(t), slices.Max(best); !near(score, want, 1e-12) {
			t.Errorf("%d variables: %v, want %v", n, score, want)
		}
		mu := sp.Marginals{Pooled: true}
		allocs := testing.AllocsPerRun(3, func() {
			must(s.MAP(y, p))(t)
			must(s.Marginals(&mu, p))(t)
			must(s.Clamped(y, 1, 3))(t)
		})
		if allocs > 3 { // those of must
			t.Errorf("%v allocations", allocs)
		}
	}
}

// TestFactorsAreRefused by solvers of edges, before a call, and beyond the width.
func TestFactorsAreRefused(t *testing.T) {
	x := &sp.Instance{ID: "x", Weight: 1, K: 26, Node: sp.Rows{N: 5}, Edges: sp.ChainEdges(5),
		Factors: &sp.Factors{Arity: 3, Variables: []int32{0, 1, 2, 2, 3, 4}}}
	list := []sp.Instance{*x}
	check(t, oracle.Summable(list, nil))
	chain, pool := *x, oracle.NewPool(nil, nil)
	chain.Factors = nil
	must(pool.Get(&chain))(t)
	if s, ok := must(pool.Get(x))(t).(*oracle.Elimination); !ok {
		t.Errorf("after a chain: %T", s)
	}
	for _, k := range oracle.Kinds()[1:] {
		c := choose(t, k.Name, "")
		err := c.Summable(list, nil)
		if want := k.Factors && k.Sums; (err == nil) != want || !want &&
			!errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: sums %v", k.Name, err)
		}
		s := must(c.Pool(nil, 1, nil).Get(x))(t)
		p := new(sp.Potentials).Resize(x, 4, 0)
		p.Factor = make([]float64, 26*26*26)
		if _, err := s.MAP(make([]int32, 5), p); (err == nil) != k.Factors {
			t.Errorf("%s: MAP %v", k.Name, err)
		}
	}
	list[0].Factors = &sp.Factors{Arity: 4, Variables: []int32{0, 1, 2, 3}}
	if err := oracle.Summable(list, nil); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("26^4 scores: %v", err)
	}
	if _, err := oracle.New(&list[0], nil); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("26^4 scores: %v", err)
	}
}
