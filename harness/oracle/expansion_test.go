package oracle_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// potts returns scores of a random graph with repeated edges and strengths >= 0.
func potts(r *rand.Rand, n, k int, scores string) *sp.Potentials {
	p := potentials(r, anyEdges(r, n, 2*n), n, k, "potts", scores)
	for e, s := range p.Pair.Potts {
		p.Pair.Potts[e] = math.Abs(s) * []float64{0.3, 0.6, 1}[r.IntN(3)]
	}
	return p
}

// costs returns the cost of a labeling at its variables (scores below their best labels) and at its
// edges (strengths of disagreeing edges).
func costs(p *sp.Potentials, y []int32) (nodes, edges float64) {
	for d, k := range y {
		row := p.Node[d*p.K:][:p.K]
		nodes += slices.Max(row) - row[k]
	}
	for e, uv := range p.Edges {
		if y[uv.U] != y[uv.V] {
			edges += p.Pair.Potts[e]
		}
	}
	return nodes, edges
}

// bestMove returns the largest score of all labelings within one expansion of y.
func bestMove(p *sp.Potentials, y []int32) float64 {
	best, z := math.Inf(-1), make([]int32, len(y))
	for alpha := range int32(p.K) {
		for set := range 1 << len(y) {
			copy(z, y)
			for d := range z {
				if set>>d&1 == 1 {
					z[d] = alpha
				}
			}
			best = max(best, p.Score(z))
		}
	}
	return best
}

// Compares with enumeration: no result is above the maximum or costs more than the guarantee, no
// expansion move improves it, and two labels are solved exactly.
func TestExpansionAgainstEnumeration(t *testing.T) {
	r := pcg(20, 1)
	s, brute := oracle.NewExpansion(), oracle.NewBrute()
	count, optimal := 0, 0
	for range 250 {
		for _, scores := range []string{"normal", "forbidden", "big", "mixed", "ties", "tenths"} {
			k := 1 + r.IntN(5)
			n := r.IntN(1 + min(9, 14-2*k))
			p := potts(r, n, k, scores)
			y, best := make([]int32, n), make([]int32, n)
			want, wantErr := brute.MAP(best, p)
			score, err := s.MAP(y, p)
			if bothFail(t, wantErr, err) {
				continue
			}
			nodes, edges := costs(p, y)
			least, least2 := costs(p, best)
			slack := 1e-12 * (1 + math.Abs(want) + nodes + edges)
			switch {
			case score != p.Score(y) || math.IsInf(score, 0):
				t.Fatalf("reported score %v at %v, actual %v", score, y, p.Score(y))
			case score > want+slack:
				t.Fatalf("%v at %v is above the maximum %v at %v", score, y, want, best)
			case nodes+edges > least+2*least2+slack:
				t.Fatalf("costs %v + %v, the best labeling %v + %v", nodes, edges, least, least2)
			case bestMove(p, y) > score+slack:
				t.Fatalf("%d labels: a move from %v takes %v to %v", k, y, score, bestMove(p, y))
			case k <= 2 && score < want-slack:
				t.Fatalf("%d labels: %v at %v, want %v at %v", k, score, y, want, best)
			}
			if k > 2 {
				count++
				if score >= want-slack {
					optimal++
				}
			}
		}
	}
	t.Logf("%d of %d problems of 3 to 5 labels are solved exactly", optimal, count)
	if count < 500 || optimal > count-5 || optimal < count*9/10 {
		t.Errorf("%d of %d problems of 3 to 5 labels are solved exactly", optimal, count)
	}
}

// mosaic returns a grid of K labels with normal node scores and strengths in
// [0, most].
func mosaic(seed uint64, rows, columns, k int, most float64) *sp.Potentials {
	r := pcg(seed, 11)
	n := rows * columns
	p := &sp.Potentials{K: k, Node: make([]float64, n*k), Edges: sp.GridEdges(rows, columns)}
	for i := range p.Node {
		p.Node[i] = r.NormFloat64()
	}
	for range p.Edges {
		p.Pair.Potts = append(p.Pair.Potts, most*r.Float64())
	}
	return p
}

// Grids beside the exact maximum, as wide as elimination still takes them.
func TestExpansionOnGrids(t *testing.T) {
	s, exact := oracle.NewExpansion(), oracle.NewElimination()
	const grids = 8
	for _, size := range [][3]int{{12, 9, 3}, {12, 7, 4}} {
		for _, most := range []float64{0.5, 1, 2} {
			gap, equal := 0.0, 0
			for seed := range uint64(grids) {
				p := mosaic(seed, size[0], size[1], size[2], most)
				y := make([]int32, p.N())
				want := must(exact.MAP(y, p))(t)
				nodes, edges := costs(p, y)
				got, err := s.MAP(y, p)
				if err != nil || got > want+1e-9 {
					t.Fatalf("score %v, the maximum is %v (%v)", got, want, err)
				}
				gap += (want - got) / (nodes + edges) / grids
				if got > want-1e-9 {
					equal++
				}
			}
			t.Logf("%d×%d, %d labels, strengths up to %v: %d of %d exact, %.3f %% above the "+
				"least cost on average",
				size[0], size[1], size[2], most, equal, grids, 100*gap)
			if gap > 0.02 {
				t.Errorf("%d labels, strengths up to %v: costs are %v above the least", size[2],
					most, gap)
			}
		}
	}
}

// The result is a function of the potentials, regardless of earlier calls.
func TestExpansionReused(t *testing.T) {
	r := pcg(20, 2)
	s := oracle.NewExpansion()
	for range 200 {
		p := potts(r, r.IntN(9), 3+r.IntN(2), "tenths")
		y, z := make([]int32, p.N()), make([]int32, p.N())
		score, err := s.MAP(y, p)
		want, wantErr := oracle.NewExpansion().MAP(z, p)
		if bothFail(t, wantErr, err) {
			continue
		}
		if score != want || !slices.Equal(y, z) {
			t.Fatalf("%v at %v, a fresh solver %v at %v", score, y, want, z)
		}
	}
}
