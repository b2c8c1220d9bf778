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

func TestMAPEqualsEnumeration(t *testing.T) {
	each(t, func(t *testing.T, q *problem, s solver) {
		y, best := make([]int32, q.p.N()), make([]int32, q.p.N())
		want, wantErr := oracle.NewBrute().MAP(best, q.p)
		score, err := s.MAP(y, q.p)
		if bothFail(t, wantErr, err) {
			return
		}
		if !near(score, want, 1e-12) {
			t.Errorf("maximum %v, want %v", score, want)
		}
		if got := q.p.Score(y); got != score {
			t.Errorf("labeling has score %v, returned %v", got, score)
		}
		logZ, err := s.Marginals(nil, q.p)
		if err != nil || logZ < score-1e-9*(1+math.Abs(score)) {
			t.Errorf("log Z %v (%v) is below the maximum %v", logZ, err, score)
		}
	})
}

func TestMarginalsEqualEnumeration(t *testing.T) {
	each(t, func(t *testing.T, q *problem, s solver) {
		var mu, want, node sp.Marginals
		node.NodeOnly = true
		wantZ, wantErr := oracle.NewBrute().Marginals(&want, q.p)
		logZ, err := s.Marginals(&mu, q.p)
		if bothFail(t, wantErr, err) {
			return
		}
		if !near(logZ, wantZ, 1e-12) {
			t.Errorf("log Z %v, want %v", logZ, wantZ)
		}
		sameNumbers(t, "node marginals", mu.Node, want.Node, 1e-9)
		sameNumbers(t, "pair marginals", mu.Pair, want.Pair, 1e-9)
		if z, err := s.Marginals(&node, q.p); z != logZ || err != nil || node.Pair != nil {
			t.Errorf("node marginals alone: log Z %v (%v), pair %v", z, err, node.Pair)
		}
		sameNumbers(t, "node marginals alone", node.Node, mu.Node, 0)
		pooled := sp.Marginals{Pooled: true}
		if z, err := s.Marginals(&pooled, q.p); z != logZ || err != nil {
			t.Errorf("pooled: log Z %v (%v)", z, err)
		}
		sameNumbers(t, "pooled node marginals", pooled.Node, mu.Node, 0)
		sums := mu.Pair
		if kk := q.p.K * q.p.K; q.p.Shared() && len(pooled.Pair) == kk {
			sums = make([]float64, kk)
			for i := range sums {
				sums[i] = sumEvery(mu.Pair, i, kk)
			}
		}
		sameNumbers(t, "pooled pair marginals", pooled.Pair, sums, 1e-12)
	})
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

// The gradient of log Z in the scores is the marginals.
func TestMarginalsAreTheGradientOfLogZ(t *testing.T) {
	each(t, func(t *testing.T, q *problem, s solver) {
		var mu sp.Marginals
		if _, err := s.Marginals(&mu, q.p); err != nil {
			return // TestMarginalsEqualEnumeration has seen to it
		}
		difference := func(at *float64) float64 { return slope(s, q.p, at) }
		for i := range q.p.Node {
			if math.IsInf(q.p.Node[i], -1) {
				continue
			}
			if got := difference(&q.p.Node[i]); math.Abs(got-mu.Node[i]) > 1e-5 {
				t.Fatalf("derivative by node score %d is %v, marginal %v", i, got, mu.Node[i])
			}
		}
		for e := range q.p.Pair.Potts {
			if got, want := difference(&q.p.Pair.Potts[e]),
				agreement(&mu, e, q.p.K); math.Abs(got-want) > 1e-5 {
				t.Fatalf("derivative by Potts strength %d is %v, probability of agreement %v", e,
					got, want)
			}
		}
		for i := range q.p.Pair.Table {
			want := mu.Pair
			if got := difference(&q.p.Pair.Table[i]); math.Abs(got-sumEvery(want, i,
				len(q.p.Pair.Table))) > 1e-5 {
				t.Fatalf("derivative by pair score %d is %v", i, got)
			}
		}
	})
}

// slope returns the derivative of log Z by a score of p.
func slope(s sp.Solver, p *sp.Potentials, at *float64) float64 {
	const h = 1e-5
	v := *at
	*at = v + h
	above, _ := s.Marginals(nil, p)
	*at = v - h
	below, _ := s.Marginals(nil, p)
	*at = v
	return (above - below) / (2 * h)
}

func agreement(mu *sp.Marginals, e, k int) (q float64) {
	for j := range k {
		q += mu.Pair[e*k*k+j*k+j]
	}
	return q
}

// sumEvery sums entries i, i+step, …: all uses of one score of a shared table.
func sumEvery(v []float64, i, step int) (sum float64) {
	for ; i < len(v); i += step {
		sum += v[i]
	}
	return sum
}

// A reused solver gives the same bits as a fresh one.
func TestReuseEqualsFresh(t *testing.T) {
	list := problems()
	reused := map[string]solver{"tree": oracle.NewTree(), "chain": oracle.NewChain(),
		"independent": oracle.NewIndependent()}
	for i := range list {
		q := &list[i*7919%len(list)] // sizes and kinds in turmoil
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
		all = append(append(all, mu.Node...), mu.Pair...)
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
