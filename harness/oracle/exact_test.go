package oracle_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// each calls do for every problem with every suitable solver.
func each(t *testing.T, do func(t *testing.T, q *problem, s solver)) {
	t.Helper()
	for _, q := range problems() {
		for name, s := range q.solvers() {
			t.Run(name+"/"+q.name, func(t *testing.T) { do(t, &q, s) })
		}
	}
}

// bothFail reports whether the reference fails. It then checks that s fails with the same kind of
// error.
func bothFail(t *testing.T, want, err error) bool {
	t.Helper()
	if errors.Is(want, oracle.ErrForbidden) != errors.Is(err, oracle.ErrForbidden) ||
		(want == nil) != (err == nil) {
		t.Fatalf("error %v, enumeration has %v", err, want)
	}
	return want != nil
}

// equals fails unless s has the maximum, every clamped maximum and the sums of enumeration, or the
// same kind of error. Sums may be unsupported.
func equals(t *testing.T, what string, s sp.Solver, p *sp.Potentials) {
	t.Helper()
	n, brute := p.N(), oracle.NewBrute()
	y, best := make([]int32, n), make([]int32, n)
	want, wantErr := brute.MAP(best, p)
	score, err := s.MAP(y, p)
	if bothFail(t, wantErr, err) {
		return
	}
	if !near(score, want, 1e-12) || score != p.Score(y) {
		t.Fatalf("%s: maximum %v at %v, want %v", what, score, y, want)
	}
	sums(t, what, s, p, score)
	if _, passing := s.(solver); n > 0 && !passing { // sums of another graph do not disturb Clamped
		s.Marginals(nil, three())
	}
	if c, ok := s.(sp.Clamper); ok {
		clamps(t, what, c, p, slices.Clone(y), score)
	}
}

// sums compares log Z and marginals, whole, of nodes alone and pooled.
func sums(t *testing.T, what string, s sp.Solver, p *sp.Potentials, maximum float64) {
	t.Helper()
	var mu, want sp.Marginals
	logZ, err := s.Marginals(&mu, p)
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	wantZ, wantErr := oracle.NewBrute().Marginals(&want, p)
	if bothFail(t, wantErr, err) {
		return
	}
	if !near(logZ, wantZ, 1e-12) || logZ < maximum-1e-9*(1+math.Abs(maximum)) {
		t.Fatalf("%s: log Z %v, want %v; maximum %v", what, logZ, wantZ, maximum)
	}
	sameNumbers(t, what+": node marginals", mu.Node, want.Node, 1e-9)
	sameNumbers(t, what+": pair marginals", mu.Pair, want.Pair, 1e-9)
	sameNumbers(t, what+": marginals of factors", mu.Factor, want.Factor, 1e-9)
	node, pooled := sp.Marginals{NodeOnly: true}, sp.Marginals{Pooled: true}
	if z, err := s.Marginals(&node, p); z != logZ || err != nil || node.Pair != nil {
		t.Fatalf("%s: node marginals alone: log Z %v (%v), pair %v", what, z, err, node.Pair)
	}
	sameNumbers(t, what+": node marginals alone", node.Node, mu.Node, 0)
	if z, err := s.Marginals(&pooled, p); z != logZ || err != nil {
		t.Fatalf("%s: pooled: log Z %v (%v)", what, z, err)
	}
	sameNumbers(t, what+": pooled node marginals", pooled.Node, mu.Node, 0)
	pairs := mu.Pair
	if kk := p.K * p.K; p.Shared() && len(pooled.Pair) == kk {
		pairs = make([]float64, kk)
		for i, q := range mu.Pair {
			pairs[i%kk] += q
		}
	}
	sameNumbers(t, what+": pooled pair marginals", pooled.Pair, pairs, 1e-12)
	factors := make([]float64, len(p.Factor))
	for i, q := range mu.Factor {
		factors[i%len(factors)] += q
	}
	sameNumbers(t, what+": pooled marginals of factors", pooled.Factor, factors, 1e-12)
}

// clamps compares the maximum with each label of each variable. best is the labeling of the last MAP,
// with its score.
func clamps(t *testing.T, what string, s sp.Clamper, p *sp.Potentials, best []int32, score float64) {
	t.Helper()
	n, k, brute := p.N(), p.K, oracle.NewBrute()
	y := make([]int32, n)
	must(brute.MAP(y, p))(t)
	for i := range n * k {
		d, label := i/k, int32(i%k)
		want, wantErr := brute.Clamped(nil, d, label)
		got, err := s.Clamped(y, d, label)
		if err == nil {
			mustLead(t, s, best, y)
		}
		alone, _ := s.Clamped(nil, d, label)
		switch {
		case bothFail(t, wantErr, err): // the label is forbidden
		case !near(got, want, 1e-9) || !near(got, p.Score(y), 1e-9) || y[d] != label ||
			!near(alone, got, 1e-12):
			t.Fatalf("%s: variable %d, label %d: %v at %v, score only %v, want %v", what, d, label, got,
				y, alone, want)
		case label == best[d] && (!near(got, score, 1e-12) || !slices.Equal(y, best)):
			t.Fatalf("%s: variable %d, label %d: %v at %v, but MAP has the same label: %v", what, d,
				label, got, y, best)
		}
	}
}

// TestSolversEqualEnumeration, on their kinds of graphs, as fresh solvers and as used ones.
func TestSolversEqualEnumeration(t *testing.T) {
	r := pcg(3, 21)
	each(t, func(t *testing.T, q *problem, s solver) { equals(t, q.name, s, q.p) })
	elimination, shared := oracle.NewElimination(), oracle.NewElimination()
	cut, binary, other := oracle.NewCut(), oracle.NewBinary(shared), oracle.NewBinary(shared)
	for _, q := range append(loopy(), problems()...) {
		equals(t, "elimination/"+q.name, elimination, q.p)
	}
	for range 40 {
		for _, pair := range []string{"potts", "shared", "edges", "none"} {
			for _, scores := range []string{"normal", "forbidden", "big", "mixed", "ties", "tenths"} {
				n := r.IntN(8)
				p := agreeing(r, n, 2*n, pair, scores)
				for range 3 { // also after changes
					equals(t, "cut/"+pair+"/"+scores, cut, p)
					equals(t, "binary/"+pair+"/"+scores, binary, p)
					if n > 0 {
						p.Node[2*r.IntN(n)] = float64(r.IntN(7) - 3)
					}
					if len(p.Pair.Potts) > 0 {
						p.Pair.Potts[0]++
					}
				}
				must(other.Marginals(nil, attractive(1, 2, 3, 1)))(t) // by the same elimination
				p = potentials(r, p.Edges, n, 2, pair, scores)        // edges of any sign
				equals(t, "binary of any sign/"+pair+"/"+scores, binary, p)
				p = potentials(r, sp.GridEdges(2, 3), 6, 3, pair, scores)
				clear(p.Pair.Potts)
				clear(p.Pair.Table)
				equals(t, "independent/"+pair+"/"+scores, oracle.NewIndependent(), p)
			}
		}
	}
}

func sameNumbers(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !near(got[i], want[i], tol) {
			t.Fatalf("%s: entry %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// A reused solver gives the same bits as a fresh one.
func TestReuseEqualsFresh(t *testing.T) {
	list := append(append(loopy(), problems()...), factored(100)...)
	elimination := oracle.NewElimination()
	reused := map[string]solver{"tree": oracle.NewTree(), "chain": oracle.NewChain(),
		"independent": oracle.NewIndependent()}
	for i := range list {
		q := &list[i*7919%len(list)] // sizes and kinds in turmoil
		if got, want := answers(elimination, q.p), answers(oracle.NewElimination(), q.p); !sameBits(got,
			want) {
			t.Fatalf("elimination/%s: %v, fresh %v", q.name, got, want)
		}
		if q.scores == "" {
			continue // a graph with cycles
		}
		for name, fresh := range q.solvers() {
			if got, want := answers(reused[name], q.p), answers(fresh, q.p); !sameBits(got, want) {
				t.Fatalf("%s/%s: %v, fresh %v", name, q.name, got, want)
			}
		}
	}
}

func sameBits(got, want []float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool {
		return math.Float64bits(a) == math.Float64bits(b)
	})
}

// answers returns all results of s for p.
func answers(s interface {
	sp.Solver
	sp.Clamper
}, p *sp.Potentials) (all []float64) {
	y := make([]int32, p.N())
	take := func(score float64, err error) {
		all = append(all, score)
		if err == nil {
			for _, k := range y {
				all = append(all, float64(k))
			}
		}
	}
	var mu sp.Marginals
	logZ, err := s.Marginals(&mu, p)
	all = append(all, logZ)
	if err == nil {
		all = append(append(append(all, mu.Node...), mu.Pair...), mu.Factor...)
	}
	take(s.MAP(y, p))
	for d := range p.N() {
		for k := range int32(p.K) {
			take(s.Clamped(y, d, k))
		}
	}
	return all
}

// At the most common number of labels, and at a length where unscaled numbers would overflow,
// marginals are consistent.
func TestLongAndWide(t *testing.T) {
	r := pcg(1, 9)
	for _, size := range [][2]int{{3, 26}, {5000, 3}, {40, 26}} {
		for _, scores := range []string{"normal", "big"} {
			n, k := size[0], size[1]
			p := potentials(r, sp.ChainEdges(n), n, k, "shared", scores)
			q := problem{chain: true, p: p}
			for name, s := range q.solvers() {
				var mu, want sp.Marginals
				logZ := must(s.Marginals(&mu, p))(t)
				if !addsUp(&mu, p, 1e-9) {
					t.Errorf("%s: n=%d, K=%d: marginals do not add up", name, n, k)
				}
				y := make([]int32, n)
				if score, err := s.MAP(y, p); err != nil || score > logZ+1e-12*math.Abs(logZ) ||
					score != p.Score(y) {
					t.Errorf("%s: n=%d, K=%d: maximum %v (%v), log Z %v", name, n, k, score, err,
						logZ)
				}
				if n == 3 {
					wantZ, _ := oracle.NewBrute().Marginals(&want, p)
					sameNumbers(t, name, append(mu.Node, logZ), append(want.Node, wantZ), 1e-9)
				}
			}
		}
	}
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must returns v, or ends the test at an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		check(t, err)
		return v
	}
}
