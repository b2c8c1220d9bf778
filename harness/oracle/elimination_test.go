package oracle_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// loopy returns potentials on small graphs with cycles: all densities up to complete graphs,
// repeated edges, several components, grids.
func loopy() []problem {
	var list []problem
	r := pcg(4, 11)
	for _, pair := range []string{"potts", "shared", "edges", "none"} {
		for _, scores := range []string{"normal", "forbidden", "big", "mixed", "ties", "tenths"} {
			for i, size := range [][2]int{{3, 3}, {4, 4}, {5, 2}, {5, 3}, {6, 2}, {6, 3}, {7, 1},
				{8, 2}, {9, 2}, {0, 2}} {
				n, k := size[0], size[1]
				var edges []sp.Edge
				for range r.IntN(2*n + 1) {
					u, v := int32(r.IntN(n)), int32(r.IntN(n))
					if u != v {
						edges = append(edges, sp.Edge{U: min(u, v), V: max(u, v)})
					}
				}
				if n == 6 {
					edges = sp.GridEdges(2+i%2, 3-i%2)
				}
				name := fmt.Sprintf("loopy/%s/%s/n=%d,K=%d", pair, scores, n, k)
				list = append(list, problem{name: name,
					p: potentials(r, edges, n, k, pair, scores)})
			}
		}
	}
	return list
}

// Compares with message passing on trees, at sizes too large for enumeration.
func TestEliminationEqualsTree(t *testing.T) {
	r := pcg(7, 7)
	for _, graph := range []string{"chain", "shuffled", "tree", "star", "forest"} {
		for _, scores := range []string{"normal", "forbidden", "big"} {
			p := potentials(r, edgesOf(r, graph, 300), 300, 5, "edges", scores)
			compareSolvers(t, graph+"/"+scores, oracle.NewElimination(), oracle.NewTree(), p)
		}
	}
}

func compareSolvers(t *testing.T, name string, s, exact sp.Solver, p *sp.Potentials) {
	t.Helper()
	var mu, want sp.Marginals
	logZ, err := s.Marginals(&mu, p)
	wantZ, wantErr := exact.Marginals(&want, p)
	if err != nil || wantErr != nil || !near(logZ, wantZ, 1e-11) {
		t.Fatalf("%s: log Z %v (%v), want %v (%v)", name, logZ, err, wantZ, wantErr)
	}
	sameNumbers(t, name, mu.Node, want.Node, 1e-9)
	sameNumbers(t, name, mu.Pair, want.Pair, 1e-9)
	y := make([]int32, p.N())
	score, err := s.MAP(y, p)
	wantScore, _ := exact.MAP(make([]int32, p.N()), p)
	if err != nil || !near(score, wantScore, 1e-12) || score != p.Score(y) {
		t.Fatalf("%s: maximum %v (%v), want %v", name, score, err, wantScore)
	}
}

func TestEliminationRefusesWideGraphs(t *testing.T) {
	for _, test := range []struct {
		rows, columns, k int
		want             string
	}{{40, 40, 2, "2^17 or more"}, {7, 700, 5, "5^7 or more"}, {512, 512, 2, "2^17 or more"},
		{2, 2, 70000, "70000^3 or more"}, {15, 200, 2, "in 3000 tables"}} {
		x := &sp.Instance{ID: "wide", Weight: 1, K: test.k,
			Node:  sp.Rows{N: test.rows * test.columns},
			Edges: sp.GridEdges(test.rows, test.columns)}
		s, err := oracle.New(x, nil)
		if _, binary := s.(*oracle.Binary); binary != (test.k == 2) {
			t.Errorf("%d×%d with %d labels gets a %T", test.rows, test.columns, test.k, s)
		}
		if test.k > 2 && (!errors.Is(err, errors.ErrUnsupported) ||
			!strings.Contains(err.Error(), test.want)) {
			t.Errorf("%d×%d: %v", test.rows, test.columns, err)
		}
		p := &sp.Potentials{K: x.K, Node: make([]float64, x.N()*x.K), Edges: x.Edges}
		_, err = oracle.NewElimination().MAP(make([]int32, x.N()), p)
		if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d×%d: MAP: %v", test.rows, test.columns, err)
		}
	}
	x := &sp.Instance{ID: "narrow", Weight: 1, K: 3, Node: sp.Rows{N: 7 * 60},
		Edges: sp.GridEdges(7, 60)}
	if s, err := oracle.New(x, nil); err != nil {
		t.Error(err)
	} else if _, ok := s.(*oracle.Elimination); !ok {
		t.Errorf("a narrow grid gets a %T", s)
	}
}

func pcg(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }
