package bound_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/bound"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
	"pgregory.net/rapid"
)

// A problem is potentials of a small graph, with partitions and some states of each B.
type problem struct {
	p    *sp.Potentials
	list []bound.Clamping
}

// problems draws graphs of at most 16 variables (12 with more than two labels), in all forms of
// pair scores, some with labels forbidden outside of the states.
func problems(t *rapid.T) *problem {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	k := 2 + r.IntN(2)
	n := 1 + r.IntN(16-4*(k-2))
	x := &sp.Instance{ID: "x", K: k, Node: sp.Rows{N: n}, Gold: make([]int32, n)}
	for u := range int32(n) {
		for v := u + 1; v < int32(n); v++ {
			if r.IntN(3) == 0 {
				x.Edges = append(x.Edges, sp.Edge{U: u, V: v})
			}
		}
	}
	size := []float64{0.3, 2, 8}[r.IntN(3)]
	normal := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = size * r.NormFloat64()
		}
		return v
	}
	q := &problem{p: &sp.Potentials{K: k, Node: normal(n * k), Edges: x.Edges}}
	switch r.IntN(3) {
	case 0:
		q.p.Pair.Potts = normal(len(x.Edges))
	case 1:
		q.p.Pair.Table = normal(k * k)
	default:
		q.p.Pair.Table = normal(len(x.Edges) * k * k)
	}
	growth := []partition.Growth{partition.BreadthFirst, partition.DepthFirst}[r.IntN(2)]
	for _, f := range partition.Forests(x, growth, r.Uint64(), 1+r.IntN(3)) {
		states := every(f, k)
		r.Shuffle(len(states), func(i, j int) { states[i], states[j] = states[j], states[i] })
		q.list = append(q.list, bound.Clamping{Forest: f, States: states[:1+r.IntN(len(states))]})
	}
	if r.IntN(3) == 0 && q.list[0].Forest.N() > 0 { // a variable of every A
		for d := range int32(n) {
			if !slices.ContainsFunc(q.list, func(c bound.Clamping) bool { return !c.Forest.Has(d) }) {
				q.p.Node[int(d)*k] = math.Inf(-1)
				break
			}
		}
	}
	return q
}

// every returns all states of the variables outside of f.
func every(f *sp.Forest, k int) (states [][]int32) {
	y := make([]int32, f.N())
	for {
		states = append(states, slices.Clone(y))
		d := 0
		for ; d < len(y); d++ {
			if f.Has(int32(d)) {
				continue
			}
			if y[d]++; int(y[d]) < k {
				break
			}
			y[d] = 0
		}
		if d == len(y) {
			return states
		}
	}
}

// values returns the bounds from the largest to the smallest, of fresh solvers.
func (q *problem) values(t *rapid.T) (maximum, arithmetic, geometric float64) {
	var b bound.Evaluator
	s := oracle.NewTree()
	for _, one := range []struct {
		to *float64
		of func() (float64, error)
	}{
		{&maximum, func() (float64, error) { return largest(&b, s, q.p, q.list) }},
		{&arithmetic, func() (float64, error) { return b.Arithmetic(nil, s, q.p, q.list) }},
		{&geometric, func() (float64, error) { return b.Geometric(nil, s, q.p, q.list) }},
	} {
		v, err := one.of()
		if err != nil {
			t.Fatal(err)
		}
		*one.to = v
	}
	return maximum, arithmetic, geometric
}

// largest returns max_m log Z_m of the clampings in list, the tightest bound.
func largest(b *bound.Evaluator, s sp.Conditioner, p *sp.Potentials,
	list []bound.Clamping) (float64, error) {
	top := math.Inf(-1)
	for i := range list {
		logZ, err := b.Geometric(nil, s, p, list[i:i+1])
		if err != nil {
			return 0, err
		}
		top = max(top, logZ)
	}
	return top, nil
}

func (q *problem) exact(t *rapid.T) float64 {
	logZ, err := oracle.NewElimination().Marginals(nil, q.p)
	if err != nil {
		t.Fatal(err)
	}
	return logZ
}

// TestBounds: each bound is at most log Z, they are in order, and equal log Z with all states.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := problems(t)
		logZ := q.exact(t)
		small := 1e-10 * (1 + math.Abs(logZ))
		maximum, arithmetic, geometric := q.values(t)
		if geometric > arithmetic+small || arithmetic > maximum+small || maximum > logZ+small {
			t.Fatalf("log Z %v, maximum %v, arithmetic %v, geometric %v", logZ, maximum, arithmetic,
				geometric)
		}
		for i := range q.list {
			q.list[i].States = every(q.list[i].Forest, q.p.K)
		}
		maximum, arithmetic, geometric = q.values(t)
		if math.Abs(geometric-logZ) > small || math.Abs(arithmetic-logZ) > small ||
			math.Abs(maximum-logZ) > small {
			t.Fatalf("with all states: log Z %v, maximum %v, arithmetic %v, geometric %v", logZ,
				maximum, arithmetic, geometric)
		}
	})
}

// TestAStateMoreNeverLowersABound adds one state at a time.
func TestAStateMoreNeverLowersABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := problems(t)
		i := rapid.IntRange(0, len(q.list)-1).Draw(t, "clamping")
		all := q.list[i].States
		last := [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
		for count := 1; count <= min(len(all), 20); count++ {
			q.list[i].States = all[:count]
			maximum, arithmetic, geometric := q.values(t)
			now := [3]float64{maximum, arithmetic, geometric}
			for kind, v := range now {
				if v < last[kind]-1e-11*(1+math.Abs(v)) {
					t.Fatalf("bound %d falls from %v to %v with state %d", kind, last[kind], v, count)
				}
			}
			last = now
		}
	})
}

// TestGradients compares both gradients with central differences of every score.
func TestGradients(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := problems(t)
		var b bound.Evaluator
		s := oracle.NewTree()
		for kind, of := range map[string]func(*sp.Marginals, sp.Conditioner, *sp.Potentials,
			[]bound.Clamping) (float64, error){
			"arithmetic": b.Arithmetic, "geometric": b.Geometric,
		} {
			mu := sp.Marginals{Pooled: rapid.Bool().Draw(t, "pooled")}
			value, err := of(&mu, s, q.p, q.list)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := of(nil, s, q.p, q.list); again != value || err != nil {
				t.Fatalf("%s: %v with a gradient, %v without, error %v", kind, value, again, err)
			}
			check := func(what string, scores, grad []float64) {
				for i, old := range scores {
					if math.IsInf(old, -1) {
						continue
					}
					const h = 1e-5
					scores[i] = old + h
					up, _ := of(nil, s, q.p, q.list)
					scores[i] = old - h
					down, _ := of(nil, s, q.p, q.list)
					scores[i] = old
					if got, want := grad[i], (up-down)/(2*h); math.Abs(got-want) > 1e-6*(1+math.Abs(value)) {
						t.Fatalf("%s: the derivative by %s %d is %v, differences say %v", kind, what, i, got, want)
					}
				}
			}
			check("node score", q.p.Node, mu.Node)
			agree := mu.Agree
			if len(agree) == 0 {
				agree = agreement(q.p, mu.Pair)
			}
			check("strength", q.p.Pair.Potts, agree)
			check("entry of the tables", q.p.Pair.Table, pooled(q.p, mu.Pair))
		}
	})
}

// agreement returns the probability of equal labels, for each edge.
func agreement(p *sp.Potentials, pair []float64) []float64 {
	if len(p.Pair.Potts) == 0 {
		return nil
	}
	same := make([]float64, len(p.Edges))
	for i, q := range pair {
		if cell := i % (p.K * p.K); cell%(p.K+1) == 0 {
			same[i/(p.K*p.K)] += q
		}
	}
	return same
}

// pooled returns the pair marginals, summed over the edges if they share a table.
func pooled(p *sp.Potentials, pair []float64) []float64 {
	if len(p.Pair.Table) == 0 || len(p.Pair.Table) == len(pair) {
		return pair
	}
	sum := make([]float64, len(p.Pair.Table))
	for i, q := range pair {
		sum[i%len(sum)] += q
	}
	return sum
}
