package oracle_test

import (
	"math"
	"math/rand/v2"
	"slices"
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

// A Cut that has solved others does what a new one does, even if a table has the numbers of the
// strengths before it. Rounding makes no sum of node scores unsolvable.
func TestCutOfEachForm(t *testing.T) {
	r := pcg(5, 20)
	s, y, want := oracle.NewCut(), make([]int32, 4), make([]int32, 4)
	for range 100 {
		p := potentials(r, sp.GridEdges(2, 2), 4, 2, "none", "normal")
		u, v := r.NormFloat64(), r.NormFloat64()
		for _, pair := range []sp.Pair{{Potts: []float64{1, 0, 0, 1}},
			{Table: []float64{1, 0, 0, 1}}, {Table: []float64{0.1 + 0.3, 0.1 + v, u + 0.3, u + v}}} {
			p.Pair = pair
			_, err := s.MAP(y, p)
			if _, failed := oracle.NewCut().MAP(want, p); err != nil || failed != nil ||
				!slices.Equal(y, want) {
				t.Fatalf("%v: %v, %v; a new one %v, %v", pair, y, err, want, failed)
			}
		}
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
