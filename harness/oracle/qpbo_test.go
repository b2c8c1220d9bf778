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

// kept returns p with the labels y as the only ones of all variables but open.
func kept(p *sp.Potentials, y, open []int32) *sp.Potentials {
	q := *p
	q.Node = slices.Clone(p.Node)
	for d, k := range y {
		if !slices.Contains(open, int32(d)) {
			q.Node[2*d+int(1-k)] = math.Inf(-1)
		}
	}
	return &q
}

// TestQPBOAgainstEnumeration on random models of pairs of any sign: some maximum has all persistent
// labels, every maximum has each of them, and the bound is valid, and equal to the maximum if all
// labels are persistent. A few other labels are those of a maximum.
func TestQPBOAgainstEnumeration(t *testing.T) {
	r := pcg(40, 1)
	s, brute := new(oracle.QPBO), oracle.NewBrute()
	models, some, all := 0, 0, 0
	for range 120 {
		for _, pair := range []string{"potts", "shared", "edges"} {
			for _, scores := range []string{"normal", "forbidden", "big", "mixed", "ties", "tenths"} {
				n := 1 + r.IntN(9)
				p := potentials(r, anyEdges(r, n, 2*n), n, 2, pair, scores)
				y, best := make([]int32, n), make([]int32, n)
				score, err := s.MAP(y, p)
				most, wantErr := brute.MAP(best, p)
				if bothFail(t, wantErr, err) {
					continue
				}
				slack := 1e-12 * (1 + math.Abs(most) + size(p))
				open := s.Open()
				if score != p.Score(y) || math.Abs(score-most) > slack || s.Bound() < most-slack {
					t.Fatalf("%s, %s: score %v at %v, bound %v, maximum %v at %v", pair, scores, score, y,
						s.Bound(), most, best)
				}
				if len(open) == 0 && s.Bound() > most+slack {
					t.Fatalf("all labels persist, bound %v, maximum %v", s.Bound(), most)
				}
				if with := must(brute.MAP(best, kept(p, y, open)))(t); with < most-slack {
					t.Fatalf("the persistent labels of %v have at most %v, the maximum is %v; free: %v", y,
						with, most, open)
				}
				if scores == "ties" && !submodular(p) { // exact in any order
					for d, k := range y {
						flipped := restricted(p, d, 1-k)
						if v, err := brute.MAP(best, flipped); !slices.Contains(open, int32(d)) &&
							err == nil && v >= most {
							t.Fatalf("the maximum %v has another label than %v at %d", best, y, d)
						}
					}
				}
				models++
				if !submodular(p) && len(open) < n {
					some++
					if len(open) == 0 {
						all++
					}
				}
			}
		}
	}
	t.Logf("%d models; not submodular, with persistent labels: %d, all of them: %d", models, some, all)
	if models < 1000 || some < 500 || all < 100 || all > some-100 {
		t.Errorf("%d models; not submodular, with persistent labels: %d, all of them: %d", models, some,
			all)
	}
}

// size returns the sum of the magnitudes of finite scores.
func size(p *sp.Potentials) (sum float64) {
	for _, list := range [][]float64{p.Node, p.Pair.Potts, p.Pair.Table} {
		for _, v := range list {
			if v-v == 0 {
				sum += math.Abs(v)
			}
		}
	}
	return sum
}

// submodular reports whether all edges reward agreement.
func submodular(p *sp.Potentials) bool {
	for e := range p.Edges {
		if strength, _, _, _ := p.Agreement(e); strength < 0 {
			return false
		}
	}
	return true
}

// If all edges reward agreement, it has the labeling of a Cut, and all labels persist.
func TestQPBOOfSubmodularModels(t *testing.T) {
	r := pcg(41, 1)
	s := new(oracle.QPBO)
	for range 100 {
		for _, pair := range []string{"potts", "shared", "edges", "none"} {
			for _, scores := range []string{"normal", "forbidden", "big", "mixed", "ties", "tenths"} {
				n := 1 + r.IntN(30)
				p := agreeing(r, n, 2*n, pair, scores)
				y, want := make([]int32, n), make([]int32, n)
				score, err := s.MAP(y, p)
				most, wantErr := oracle.NewCut().MAP(want, p)
				if bothFail(t, wantErr, err) || !submodular(p) { // but for rounding
					continue
				}
				if !near(score, most, 1e-12) || !near(s.Bound(), most, 1e-12) || len(s.Open()) > 0 ||
					scores != "tenths" && !slices.Equal(y, want) { // rounding may decide
					t.Fatalf("%v at %v, bound %v, free %v; a cut has %v at %v", score, y, s.Bound(), s.Open(),
						most, want)
				}
			}
		}
	}
}

// spin returns a grid with strengths of both signs of the given size.
func spin(r *rand.Rand, side int, strength float64) *sp.Potentials {
	p := potentials(r, sp.GridEdges(side, side), side*side, 2, "potts", "normal")
	for e := range p.Pair.Potts {
		p.Pair.Potts[e] *= strength
	}
	return p
}

// TestQPBOOnGrids: on graphs too large for enumeration, putting the persistent labels into any
// labeling does not lower its score. No change of a single label improves the result.
func TestQPBOOnGrids(t *testing.T) {
	r := pcg(42, 1)
	s := new(oracle.QPBO)
	const side = 24
	few, many := false, false
	for _, strength := range []float64{0.2, 0.4, 0.6, 0.8, 1, 2} {
		p := spin(r, side, strength)
		y, z := make([]int32, p.N()), make([]int32, p.N())
		score := must(s.MAP(y, p))(t)
		open := s.Open()
		few, many = few || len(open) < side, many || len(open) > side*side/2
		t.Logf("strength %v: %d of %d labels persist, score %v, bound %v", strength, p.N()-len(open),
			p.N(), score, s.Bound())
		if s.Bound() < score-1e-9 {
			t.Errorf("score %v above the bound %v", score, s.Bound())
		}
		for range 50 {
			for d := range z {
				z[d] = r.Int32N(2)
			}
			before := p.Score(z)
			for d, k := range y {
				if !slices.Contains(open, int32(d)) {
					z[d] = k
				}
			}
			if p.Score(z) < before-1e-9 {
				t.Fatalf("strength %v: persistent labels take %v to %v", strength, before, p.Score(z))
			}
		}
		for d := range y {
			y[d] = 1 - y[d]
			if p.Score(y) > score+1e-9 {
				t.Fatalf("strength %v: another label of %d takes %v to %v", strength, d, score, p.Score(y))
			}
			y[d] = 1 - y[d]
		}
	}
	if !few || !many {
		t.Error("the grids show little")
	}
}

// The result is a function of the potentials: a used solver gives the bits of a new one.
func TestQPBOReused(t *testing.T) {
	r := pcg(43, 1)
	s := new(oracle.QPBO)
	for range 300 {
		n := r.IntN(9)
		p := potentials(r, anyEdges(r, n, 2*n), n, 2, []string{"potts", "edges"}[r.IntN(2)], "tenths")
		for range 2 {
			y, z := make([]int32, n), make([]int32, n)
			score, err := s.MAP(y, p)
			fresh := new(oracle.QPBO)
			want, wantErr := fresh.MAP(z, p)
			if bothFail(t, wantErr, err) {
				continue
			}
			if score != want || !slices.Equal(y, z) || s.Bound() != fresh.Bound() {
				t.Fatalf("%v at %v, a new solver %v at %v", score, y, want, z)
			}
			if n > 0 {
				p.Node[r.IntN(2*n)] = 0.3
			}
		}
	}
}

// Bad scores of pairs are named as those of other solvers, also behind an edge that rewards
// disagreement.
func TestQPBONamesBadPairs(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		p := &sp.Potentials{K: 2, Node: make([]float64, 6), Edges: sp.ChainEdges(3),
			Pair: sp.Pair{Potts: []float64{-1, bad}}}
		_, err := new(oracle.QPBO).MAP(make([]int32, 3), p)
		if err == nil || errors.Is(err, errors.ErrUnsupported) ||
			!strings.Contains(err.Error(), "edge 1 (1–2)") {
			t.Errorf("%v: %v", bad, err)
		}
	}
	p := potts3()
	if _, err := new(oracle.QPBO).MAP(make([]int32, 3), p); !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "3 labels") {
		t.Errorf("three labels: %v", err)
	}
}
