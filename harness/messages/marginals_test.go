package messages

import (
	"math"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestMarginals: on a tree marginals equal enumeration. On any graph the value equals Value,
// and after convergence the marginals of a pair add up to those of its ends.
func TestMarginals(t *testing.T) {
	r := pcg(7, 7)
	var s State
	for i := range 300 {
		n, k := 2+r.IntN(5), 1+r.IntN(3)
		edges, _ := tree(r, n)
		if i%2 == 1 {
			edges = graph(r, n)
		}
		p := scores(r, n, k, edges, i, 0.5)
		s.wide = i%4 > 1
		rule := Rule{}
		if i%3 == 0 {
			rule.Rho = Appearance(n, edges, 3, uint64(i))
		}
		s.Reset(p, rule)
		if _, done := s.Run(2000, 1e-12); !done {
			continue // belief propagation may fail to converge
		}
		node, pair := make([]float64, n*k), make([]float64, len(edges)*k*k)
		value := s.Marginals(node, pair)
		if want := s.Value(); math.Abs(value-want) > 1e-10*(1+math.Abs(want)) {
			t.Errorf("problem %d: value %v, want %v", i, value, want)
		}
		if again := s.Marginals(node, nil); again != value {
			t.Errorf("problem %d: value %v without pairs, %v with", i, again, value)
		}
		checkPairSums(t, i, p, node, pair)
		if i%2 == 0 {
			checkPairs(t, i, p, value, pair)
		}
	}
}

// checkPairSums compares the sums of pair marginals with the marginals of the ends of each edge.
func checkPairSums(t *testing.T, problem int, p *sp.Potentials, node, pair []float64) {
	t.Helper()
	k := p.K
	for e, uv := range p.Edges {
		for a := range k {
			u, v := 0.0, 0.0
			for b := range k {
				u += pair[e*k*k+a*k+b]
				v += pair[e*k*k+b*k+a]
			}
			if math.Abs(u-node[int(uv.U)*k+a]) > 1e-9 || math.Abs(v-node[int(uv.V)*k+a]) > 1e-9 {
				t.Fatalf("problem %d: edge %d adds up to %v and %v, want %v and %v", problem, e, u, v,
					node[int(uv.U)*k+a], node[int(uv.V)*k+a])
			}
		}
	}
}

// checkPairs compares log Z and pair marginals with enumeration.
func checkPairs(t *testing.T, problem int, p *sp.Potentials, logZ float64, pair []float64) {
	t.Helper()
	z := 0.0
	want := make([]float64, len(pair))
	each(p, func(y []int32, score float64) {
		z += math.Exp(score)
		for e, uv := range p.Edges {
			want[(e*p.K+int(y[uv.U]))*p.K+int(y[uv.V])] += math.Exp(score)
		}
	})
	if math.Abs(logZ-math.Log(z)) > 1e-9 {
		t.Errorf("problem %d: log Z %v, want %v", problem, logZ, math.Log(z))
	}
	for j := range pair {
		if math.Abs(pair[j]-want[j]/z) > 1e-9 {
			t.Fatalf("problem %d: pair %d has probability %v, want %v", problem, j, pair[j], want[j]/z)
		}
	}
}
