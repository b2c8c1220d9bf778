package oracle_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/partition"
	"github.com/spbench/spbench/harness/sp"
)

// anyForest returns a forest of a random share of the variables: each in turn, unless it
// closes a cycle.
func anyForest(r *rand.Rand, n int, edges []sp.Edge) *sp.Forest {
	in := make([]bool, n)
	f, _ := sp.NewForest(in, edges)
	for _, d := range r.Perm(n)[:r.IntN(n+1)] {
		in[d] = true
		if g, err := sp.NewForest(in, edges); err != nil {
			in[d] = false
		} else {
			f = g
		}
	}
	return f
}

// cyclic draws any graph.
func cyclic(r *rand.Rand, n int) (edges []sp.Edge) {
	for u := range int32(n) {
		for v := u + 1; v < int32(n); v++ {
			if r.IntN(2) == 0 {
				edges = append(edges, sp.Edge{U: u, V: v})
			}
		}
	}
	return edges
}

// TestConditional compares every solver with enumeration, on all kinds of graphs, pair scores and
// magnitudes. Each solver is reused for different sizes.
func TestConditional(t *testing.T) {
	r := pcg(4, 4)
	solvers := map[string]sp.Conditioner{
		"chain": oracle.NewChain(), "tree": oracle.NewTree(),
		"independent": oracle.NewIndependent(), "elimination": oracle.NewElimination(),
		"cut": oracle.NewCut(), "binary": oracle.NewBinary(nil), "expansion": oracle.NewExpansion(),
		"qpbo": new(oracle.QPBO),
	}
	for _, pair := range []string{"potts", "shared", "edges", "none"} {
		for _, scores := range []string{"normal", "forbidden", "big", "mixed", "ties"} {
			for range 30 {
				n, k := 1+r.IntN(7), 1+r.IntN(4)
				p := potentials(r, cyclic(r, n), n, k, pair, scores)
				f, y := anyForest(r, n, p.Edges), make([]int32, n)
				for d := range y {
					if y[d] = r.Int32N(int32(k)); f.Has(int32(d)) {
						y[d] = sp.Unknown // is not read
					}
				}
				var want sp.Marginals
				logZ, wantErr := oracle.NewBrute().Conditional(&want, p, f, y)
				some := [2]bool{r.IntN(4) == 0, r.IntN(2) == 0}
				for name, s := range solvers {
					what := fmt.Sprintf("%s: %s, %s, n=%d, K=%d, A=%v", name, pair, scores, n, k,
						f.Order)
					got := sp.Marginals{NodeOnly: some[0], Pooled: some[1]}
					z, err := s.Conditional(&got, p, f, y)
					if errors.Is(err, oracle.ErrForbidden) != errors.Is(wantErr,
						oracle.ErrForbidden) || wantErr == nil && err != nil {
						t.Fatalf("%s: error %v, want %v", what, err, wantErr)
					}
					if wantErr != nil {
						continue
					}
					if z2, err := s.Conditional(nil, p, f, y); z2 != z || err != nil {
						t.Fatalf("%s: %v without marginals, %v with them, error %v", what, z2, z,
							err)
					}
					if !near(z, logZ, 1e-12) {
						t.Fatalf("%s: %v, want %v", what, z, logZ)
					}
					sameMarginals(t, what, p, &got, &want)
				}
			}
		}
	}
}

// TestConditionalAgain: what a solver keeps from earlier calls changes no bit. One forest is used
// under changing node scores, changing strengths, tables, and no pair scores.
func TestConditionalAgain(t *testing.T) {
	r := pcg(5, 5)
	for k := 2; k <= 3; k++ {
		edges := sp.GridEdges(5, 6)
		s, f, y := oracle.NewTree(), anyForest(r, 30, edges), make([]int32, 30)
		p := potentials(r, edges, 30, k, "potts", "normal")
		kept := p
		for step := range 200 {
			switch step % 8 {
			case 1, 5:
				p.Node = potentials(r, edges, 30, k, "none", "normal").Node
			case 2:
				p.Pair.Potts[r.IntN(len(edges))] = r.NormFloat64()
			case 3:
				p, kept = potentials(r, edges, 30, k, "shared", "normal"), p
			case 6:
				p, kept = potentials(r, edges, 30, k, "none", "normal"), p
			case 4, 7:
				p = kept
			case 0:
				f = anyForest(r, 30, edges)
			}
			p.Edges = edges
			y[r.IntN(30)] = r.Int32N(int32(k))
			var got, want sp.Marginals
			z := must(s.Conditional(&got, p, f, y))(t)
			fresh := must(oracle.NewTree().Conditional(&want, p, f, y))(t)
			if z != fresh || !reflect.DeepEqual(got, want) {
				t.Fatalf("K=%d, step %d: %v, of a new solver %v", k, step, z, fresh)
			}
		}
	}
}

// sameMarginals compares marginals with pairs, without pairs, or with pooled pairs.
func sameMarginals(t *testing.T, what string, p *sp.Potentials, got, want *sp.Marginals) {
	t.Helper()
	for i, q := range want.Node {
		if math.Abs(got.Node[i]-q) > 1e-9 {
			t.Fatalf("%s: marginal %d is %v, want %v", what, i, got.Node[i], q)
		}
	}
	pair, kk := want.Pair, p.K*p.K
	if len(got.Pair) == kk && len(pair) > kk {
		pooled := make([]float64, kk)
		for i, q := range pair {
			pooled[i%kk] += q
		}
		pair = pooled
	}
	if len(got.Agree) > 0 {
		agree := make([]float64, len(pair)/kk)
		for i, q := range pair {
			if i%kk%(p.K+1) == 0 {
				agree[i/kk] += q
			}
		}
		pair = agree
	}
	if got.NodeOnly {
		pair = nil
	}
	for i, q := range pair {
		if math.Abs(got.Pairs()[i]-q) > 1e-8 {
			t.Fatalf("%s: pair marginal %d is %v, want %v", what, i, got.Pair[i], q)
		}
	}
}

// TestConditionalOfSoftProhibitions checks sums if one label pair of an edge has a very low score,
// with and without a given label that excludes it.
func TestConditionalOfSoftProhibitions(t *testing.T) {
	for _, big := range []float64{1e6, 1e9, 1e12, 1e15} {
		p := &sp.Potentials{K: 2, Node: []float64{.3, -.2, .5, .1}, Edges: sp.ChainEdges(2)}
		p.Pair.Table = []float64{-big, .7, .3, -.5}
		for _, in := range [][]bool{{true, false}, {false, true}, {true, true}} {
			f := must(sp.NewForest(in, p.Edges))(t)
			want := must(oracle.NewBrute().Conditional(nil, p, f, []int32{1, 1}))(t)
			if got, err := oracle.NewTree().Conditional(nil, p, f, []int32{1, 1}); err != nil ||
				!near(got, want, 1e-14) {
				t.Errorf("%g, A=%v: %v, %v, want %v", big, in, got, err, want)
			}
		}
	}
}

// BenchmarkConditional sums over a maximal forest of a grid given the other variables, with
// marginals, under changing potentials.
func BenchmarkConditional(b *testing.B) {
	for _, form := range []string{"potts", "tables"} {
		for _, side := range []int{64, 256, 1000} {
			b.Run(fmt.Sprintf("%s/%d", form, side), func(b *testing.B) {
				benchmarkConditional(b, side, form == "potts")
			})
		}
	}
}

func benchmarkConditional(b *testing.B, side int, potts bool) {
	n := side * side
	p := &sp.Potentials{K: 2, Node: make([]float64, 2*n), Edges: sp.GridEdges(side, side)}
	if potts {
		p.Pair.Potts = make([]float64, len(p.Edges))
	} else {
		p.Pair.Table = make([]float64, 4*len(p.Edges))
	}
	x := &sp.Instance{K: 2, Node: sp.Rows{N: n}, Edges: p.Edges, Gold: make([]int32, n)}
	f := partition.NewGrower(x, partition.BreadthFirst, 1).Next()
	r, s, y, mu := pcg(1, 1), oracle.NewBinary(nil), make([]int32, n),
		sp.Marginals{}
	for d := range y {
		y[d] = r.Int32N(2)
	}
	for i := range p.Node {
		p.Node[i] = r.NormFloat64()
	}
	for e := range p.Pair.Potts {
		p.Pair.Potts[e] = r.Float64()
	}
	for e := range p.Pair.Table {
		p.Pair.Table[e] = r.NormFloat64()
	}
	b.ReportAllocs()
	defer cputime.PerOp(b)()
	for b.Loop() {
		for e := range p.Pair.Potts {
			p.Pair.Potts[e] += 1e-9 // as between two evaluations
		}
		must(s.Conditional(&mu, p, f, y))(b)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/variable")
}
