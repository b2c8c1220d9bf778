package oracle_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/learnertest/cputime"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// MAP, Clamped and Marginals equal enumeration, with attractive and repulsive edges, and with an
// elimination shared with another solver.
func TestBinaryEqualsEnumeration(t *testing.T) {
	r := pcg(3, 21)
	shared, brute := oracle.NewElimination(), oracle.NewBrute()
	s, other := oracle.NewBinary(shared), oracle.NewBinary(shared)
	for range 40 {
		for _, pair := range []string{"potts", "shared", "edges", "none"} {
			for _, scores := range []string{"normal", "forbidden", "big", "mixed"} {
				n := 1 + r.IntN(7)
				p := agreeing(r, n, 2*n, pair, scores)
				if r.IntN(2) == 0 { // edges of any sign
					p = potentials(r, p.Edges, n, 2, pair, scores)
				}
				must(other.Marginals(nil, attractive(1, 2, 3, 1)))(t)
				checkBinary(t, s, brute, p)
			}
		}
	}
}

func checkBinary(t *testing.T, s *oracle.Binary, brute *oracle.Brute, p *sp.Potentials) {
	t.Helper()
	n := p.N()
	y := make([]int32, n)
	want, wantErr := brute.MAP(y, p)
	score, err := s.MAP(y, p)
	if bothFail(t, wantErr, err) {
		return
	}
	if !near(score, want, 1e-12) || score != p.Score(y) {
		t.Fatalf("MAP %v at %v, want %v", score, y, want)
	}
	var mu, exact sp.Marginals
	wantZ, _ := brute.Marginals(&exact, p)
	if logZ, err := s.Marginals(&mu, p); err != nil || !near(logZ, wantZ, 1e-9) {
		t.Fatalf("log Z %v (%v), want %v", logZ, err, wantZ)
	}
	for i := range mu.Node {
		if !near(mu.Node[i], exact.Node[i], 1e-9) {
			t.Fatalf("marginal %d is %v, want %v", i, mu.Node[i], exact.Node[i])
		}
	}
	best := slices.Clone(y)
	for i := range 2 * n { // of the MAP, though Marginals came between
		d, k := i/2, int32(i%2)
		want, wantErr := brute.Clamped(nil, d, k)
		got, err := s.Clamped(y, d, k)
		if bothFail(t, wantErr, err) {
			continue
		}
		mustLead(t, s, best, y)
		if !near(got, want, 1e-9) || !near(got, p.Score(y), 1e-9) || y[d] != k {
			t.Fatalf("variable %d, label %d: %v at %v, want %v", d, k, got, y, want)
		}
	}
}

// On graphs too wide for elimination, cuts still work. The error names an edge unsuitable for cuts.
func TestBinaryOfWideGraphs(t *testing.T) {
	s := oracle.NewBinary(nil)
	if _, err := s.Clamped(nil, 0, 1); err == nil {
		t.Error("a clamped query passes without a MAP")
	}
	p := lattice(40, 40)
	y := make([]int32, p.N())
	if score, err := s.MAP(y, p); err != nil || score != p.Score(y) {
		t.Errorf("MAP: %v, %v", score, err)
	}
	if _, err := s.Clamped(y, 3, 1-y[3]); err != nil {
		t.Error(err)
	}
	if _, err := s.Marginals(nil, p); !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "width") {
		t.Errorf("marginals of a wide grid: %v", err)
	}
	p.Pair.Potts[7] = -1
	if _, err := s.MAP(y, p); !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "edge 7 (") {
		t.Errorf("edge rewarding disagreement: %v", err)
	}
	if _, err := s.Clamped(nil, 0, 1); err == nil {
		t.Error("clamped query succeeds after a failed MAP")
	}
}

// The MAP of a grid small enough for both solvers.
func BenchmarkBinaryMAP10x10(b *testing.B) {
	for _, s := range []sp.Solver{oracle.NewBinary(nil), oracle.NewElimination()} {
		b.Run(fmt.Sprintf("%T", s), func(b *testing.B) {
			p := attractive(5, 10, 10, 1)
			y := make([]int32, p.N())
			b.ReportAllocs()
			defer cputime.PerOp(b)()
			for b.Loop() {
				p.Pair.Potts[0] += 1e-9 // no flow to keep
				s.MAP(y, p)
			}
		})
	}
}
