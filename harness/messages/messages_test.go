package messages

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spbench/spbench/harness/sp"
)

// TestExactOnTrees: on a tree everything is exact after convergence: sums, maxima, and mixtures
// with no maximised variable below a summed one.
func TestExactOnTrees(t *testing.T) {
	r := pcg(1, 1)
	var s State
	for i := range 600 {
		n, k := 1+r.IntN(6), 1+r.IntN(3)
		edges, parent := tree(r, n)
		p := scores(r, n, k, edges, i, 2)
		most := make([]bool, n)
		for d := range most {
			most[d] = i%3 == 1
		}
		if i%3 == 2 {
			mix(r, most, parent)
		}
		rule := Rule{Max: most}
		if i%3 == 0 {
			rule.Max = nil
		}
		s.wide = i%4 == 3
		s.Reset(p, rule)
		if _, done := s.Run(2*n+2, 1e-12); !done {
			t.Fatalf("problem %d: messages do not stand still", i)
		}
		best, value, marginal := enumerate(p, most)
		if got := s.Value(); math.Abs(got-value) > 1e-9 {
			t.Errorf("problem %d: value %v, want %v", i, got, value)
		}
		y, b := make([]int32, n), make([]float64, n*k)
		s.Labels(y)
		s.Beliefs(b)
		for d := range n {
			if most[d] && y[d] != best[d] {
				t.Errorf("problem %d: best label of %d is %d, want %d", i, d, y[d], best[d])
			}
			for l := range k {
				if !most[d] && math.Abs(b[d*k+l]-marginal[d*k+l]) > 1e-9 {
					t.Errorf("problem %d: belief %d %d is %v, want %v", i, d, l, b[d*k+l], marginal[d*k+l])
				}
			}
		}
	}
}

// mix maximises over the root, and over random variables with maximised parents.
func mix(r *rand.Rand, most []bool, parent []int32) {
	for range most {
		for d, up := range parent {
			if up < 0 || most[up] && r.IntN(3) == 0 {
				most[d] = true
			}
		}
	}
}

// TestTwoLabels: log-odds give the results of general messages for two labels, on graphs with
// cycles, damped and mixed. Strengths agree after every sweep, tables only at the end, because
// their messages start differently.
func TestTwoLabels(t *testing.T) {
	r := pcg(2, 2)
	for i := range 200 {
		n := 2 + r.IntN(7)
		edges := graph(r, n)
		p := scores(r, n, 2, edges, i, 0.4)
		rule := Rule{Damping: float64(i%2) * 0.3}
		if i%4 < 2 && i%3 == 0 {
			rule.Max = make([]bool, n)
			for d := range rule.Max {
				rule.Max[d] = r.IntN(2) == 0
			}
		}
		if i%5 < 2 && rule.Max == nil {
			rule.Rho = Appearance(n, edges, 3, uint64(i))
		}
		two, wide := State{}, State{wide: true}
		two.Reset(p, rule)
		wide.Reset(p, rule)
		sweeps := 3
		if i%3 > 0 {
			sweeps = 300
		}
		two.Run(sweeps, 0)
		wide.Run(sweeps, 0)
		a, b := make([]float64, 2*n), make([]float64, 2*n)
		two.Beliefs(a)
		wide.Beliefs(b)
		for j := range a {
			if math.Abs(a[j]-b[j]) > 1e-9 {
				t.Fatalf("problem %d: belief %d is %v and %v", i, j, a[j], b[j])
			}
		}
		if rule.Max == nil && math.Abs(two.Value()-wide.Value()) > 1e-9 {
			t.Fatalf("problem %d: values %v and %v", i, two.Value(), wide.Value())
		}
	}
}

// TestTreeReweightedBoundsLogZ: after convergence the tree-reweighted value is an upper bound
// on log Z, for any forests.
func TestTreeReweightedBoundsLogZ(t *testing.T) {
	r := pcg(4, 4)
	var s State
	slack := 0.0
	for i := range 200 {
		n, k := 2+r.IntN(6), 2+i%2
		edges := graph(r, n)
		p := scores(r, n, k, edges, i, 1.5)
		s.Reset(p, Rule{Rho: Appearance(n, edges, 1+i%4, uint64(i)), Damping: 0.5})
		if _, done := s.Run(5000, 1e-10); !done {
			t.Fatalf("problem %d: messages do not stand still", i)
		}
		_, logZ, _ := enumerate(p, make([]bool, n))
		if s.Value() < logZ-1e-8 {
			t.Errorf("problem %d: %v is below log Z = %v", i, s.Value(), logZ)
		}
		slack += s.Value() - logZ
	}
	if slack < 1 {
		t.Errorf("the bounds are above log Z by %v in all: there is nothing to test", slack)
	}
}

// TestExtremeScores: overflowing exponentials and forbidden labels give finite messages.
func TestExtremeScores(t *testing.T) {
	for i := range 40 {
		for _, k := range []int{2, 3} {
			r := pcg(5, uint64(i))
			p := scores(r, 9, k, sp.GridEdges(3, 3), i, 3000)
			for j := range p.Node {
				p.Node[j] *= 1000
			}
			s := State{wide: i%2 == 0}
			s.Reset(p, Rule{Damping: 0.5})
			s.Run(20, 0)
			b := make([]float64, 9*k)
			s.Beliefs(b)
			for j, v := range b {
				if !(v >= 0 && v <= 1) {
					t.Fatalf("problem %d: belief %d is %v", i, j, v)
				}
			}
			if v := s.Value(); v-v != 0 {
				t.Fatalf("problem %d: value %v", i, v)
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	r := pcg(6, 6)
	for _, k := range []int{2, 4} {
		for form := range 3 {
			p := scores(r, 64, k, sp.GridEdges(8, 8), form, 1)
			rho := Appearance(64, p.Edges, 4, 1)
			b := make([]float64, 64*k)
			var s State
			all := func() {
				s.Reset(p, Rule{Rho: rho, Damping: 0.1})
				s.Run(3, 0)
				s.Beliefs(b)
			}
			all()
			if n := testing.AllocsPerRun(3, all); n != 0 {
				t.Errorf("K=%d form %d: %v allocations", k, form, n)
			}
		}
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
