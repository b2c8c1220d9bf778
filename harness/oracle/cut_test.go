package oracle_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// anyEdges returns m random edges, possibly repeated, if there are two variables.
func anyEdges(r *rand.Rand, n, m int) (edges []sp.Edge) {
	for n > 1 && len(edges) < m {
		u := r.IntN(n - 1)
		edges = append(edges, sp.Edge{U: int32(u), V: int32(u + 1 + r.IntN(n-1-u))})
	}
	return edges
}

// agreeing returns binary potentials on a random graph with repeated edges. All edges reward
// agreement.
func agreeing(r *rand.Rand, n, m int, pair, scores string) *sp.Potentials {
	p := potentials(r, anyEdges(r, n, m), n, 2, pair, scores)
	for e, s := range p.Pair.Potts {
		p.Pair.Potts[e] = math.Abs(s)
	}
	for t := p.Pair.Table; len(t) > 0; t = t[4:] {
		if t[0]+t[3] < t[1]+t[2] {
			t[0], t[1], t[2], t[3] = t[1], t[0], t[3], t[2]
		}
	}
	return p
}

// Every clamped query equals the restricted MAP of a fresh Cut, where rounding does not decide.
func TestCutClampedEqualsRestrictedMAP(t *testing.T) {
	r := pcg(3, 20)
	s := oracle.NewCut()
	for range 60 {
		for _, pair := range []string{"potts", "shared", "edges", "none"} {
			for _, scores := range []string{"normal", "big", "ties"} {
				n := 1 + r.IntN(7)
				p := agreeing(r, n, 2*n, pair, scores)
				y, alone := make([]int32, n), make([]int32, n)
				if _, err := s.MAP(y, p); err != nil {
					continue
				}
				for i := range 2 * n {
					d, k := i/2, int32(i%2)
					_, err := s.Clamped(y, d, k)
					_, wantErr := oracle.NewCut().MAP(alone, restricted(p, d, k))
					if !bothFail(t, wantErr, err) && !slices.Equal(y, alone) {
						t.Fatalf("variable %d, label %d: %v, restricted MAP %v", d, k, y, alone)
					}
				}
			}
		}
	}
}

func TestCutNamesWhatItCannotSolve(t *testing.T) {
	tests := []struct {
		name string
		bend func(p *sp.Potentials)
		want string
	}{
		{"NaN node", node(3, math.NaN()), "variable 1, label 1 is NaN"},
		{"+Inf node", node(4, math.Inf(1)), "variable 2, label 0 is +Inf"},
		{"NaN pair", pair(2, math.NaN()), "edge 0 for labels 1, 0 is NaN"},
		{"disagreement", func(p *sp.Potentials) {
			p.Pair = sp.Pair{Potts: []float64{1, -1}}
		}, "edge 1 (1–2) is not submodular"},
		{"table", pair(1, 3), "edge 0 (0–1) is not submodular"},
		{"no label", node(2, math.Inf(-1), math.Inf(-1)), "variable 1 has no label"},
		{"labels", func(p *sp.Potentials) { p.K = 1 }, "1 labels, a cut has 2"},
	}
	s, y := oracle.NewCut(), make([]int32, 3)
	for _, test := range tests {
		p := three()
		test.bend(p)
		if _, err := s.MAP(y, p); err == nil || !strings.Contains(err.Error(), test.want) ||
			!strings.HasPrefix(err.Error(), "oracle: cut") {
			t.Errorf("%s: error %v lacks %q", test.name, err, test.want)
		}
		if _, err := s.Clamped(nil, 0, 1); err == nil {
			t.Errorf("%s: a clamped query passes without a MAP", test.name)
		}
		if score, err := s.MAP(y, three()); err != nil || score != 11 {
			t.Errorf("after %s: %v (%v), want 11", test.name, score, err)
		}
	}
	if _, err := s.Marginals(nil, three()); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("marginals of a cut: %v", err)
	}
}

// lattice returns a random Potts model on a grid.
func lattice(rows, columns int) *sp.Potentials {
	r := pcg(90, 120)
	p := &sp.Potentials{K: 2, Node: make([]float64, 2*rows*columns),
		Edges: sp.GridEdges(rows, columns)}
	for i := range p.Node {
		p.Node[i] = r.Float64()
	}
	for range p.Edges {
		p.Pair.Potts = append(p.Pair.Potts, r.Float64()/4)
	}
	return p
}

// After Forget, a MAP gives the labeling, the score and the bits of a new Cut. Clamped needs a new
// MAP first.
func TestCutForgets(t *testing.T) {
	r := pcg(4, 20)
	s := oracle.NewCut()
	for _, pair := range []string{"potts", "shared", "edges"} {
		p := agreeing(r, 40, 90, pair, "normal")
		got, want := make([]int32, 40), make([]int32, 40)
		for range 50 {
			p.Node[r.IntN(80)] = 3 * r.NormFloat64()
			s.Forget()
			if _, err := s.Clamped(nil, 0, 1); err == nil {
				t.Fatal("a clamped query passes after Forget")
			}
			a := must(s.MAP(got, p))(t)
			b, err := oracle.NewCut().MAP(want, p)
			if err != nil || a != b || !slices.Equal(got, want) {
				t.Fatalf("%s: %v at %v, a new Cut has %v at %v (%v)", pair, got, a, want, b, err)
			}
		}
	}
}
