package oracle_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

func three() *sp.Potentials {
	return &sp.Potentials{
		K: 2, Node: []float64{0, 1, 2, 3, 4, 5}, Edges: sp.ChainEdges(3),
		Pair: sp.Pair{Table: []float64{1, 0, 0, 1}},
	}
}

// node returns a function to replace node scores from i on.
func node(i int, v ...float64) func(*sp.Potentials) {
	return func(p *sp.Potentials) { copy(p.Node[i:], v) }
}

// pair is node for the entries of a shared table.
func pair(i int, v ...float64) func(*sp.Potentials) {
	return func(p *sp.Potentials) { copy(p.Pair.Table[i:], v) }
}

// potts3 returns strengths of three variables with three labels.
func potts3() *sp.Potentials {
	return &sp.Potentials{K: 3, Node: make([]float64, 9), Edges: sp.ChainEdges(3),
		Pair: sp.Pair{Potts: []float64{1, 2}}}
}

// strengths returns a function to replace the pair scores.
func strengths(v ...float64) func(*sp.Potentials) {
	return func(p *sp.Potentials) { p.Pair = sp.Pair{Potts: v} }
}

// TestBadScoresAreNamed: an error names solver and score. Afterwards there is nothing to clamp, and
// the next MAP is right.
func TestBadScoresAreNamed(t *testing.T) {
	nan, inf, no := math.NaN(), math.Inf(1), math.Inf(-1)
	exact := map[string]sp.Solver{"chain": oracle.NewChain(), "tree": oracle.NewTree(),
		"brute": oracle.NewBrute(), "elimination": oracle.NewElimination()}
	cut := map[string]sp.Solver{"cut": oracle.NewCut()}
	expansion := map[string]sp.Solver{"expansion": oracle.NewExpansion()}
	for _, test := range []struct {
		solvers map[string]sp.Solver
		fresh   func() *sp.Potentials
		bend    func(p *sp.Potentials)
		want    string
	}{
		{exact, three, node(3, nan), "variable 1, label 1 is NaN"},
		{exact, three, node(4, inf), "variable 2, label 0 is +Inf"},
		{exact, three, pair(2, nan), "entry 2 of the pair table is NaN"},
		{exact, three, pair(1, inf), "entry 1 of the pair table is +Inf"},
		{exact, three, strengths(1, nan), "strength of edge 1 is NaN"},
		{exact, three, node(2, no, no), "variable 1 has no label"},
		{exact, three, pair(0, no, no, no, no), "every labeling is forbidden"},
		{exact, three, node(0, 1e308, 1e308, 1e308, 1e308), "overflow"},
		{cut, three, node(3, nan), "variable 1, label 1 is NaN"},
		{cut, three, node(4, inf), "variable 2, label 0 is +Inf"},
		{cut, three, pair(2, nan), "edge 0 for labels 1, 0 is NaN"},
		{cut, three, strengths(1, -1), "edge 1 (1–2) is not submodular"},
		{cut, three, strengths(1, 1e308), "edge 1 overflow"},
		{cut, three, pair(1, 3), "edge 0 (0–1) is not submodular"},
		{cut, three, node(2, no, no), "variable 1 has no label"},
		{cut, three, func(p *sp.Potentials) { p.K = 1 }, "1 labels, a cut has 2"},
		{expansion, potts3, node(4, nan), "variable 1, label 1 is NaN"},
		{expansion, potts3, node(5, inf), "variable 1, label 2 is +Inf"},
		{expansion, potts3, strengths(1, nan), "strength of edge 1 is NaN"},
		{expansion, potts3, strengths(1, -0.5), "edge 1 (1–2) is -0.5"},
		{expansion, potts3, func(p *sp.Potentials) {
			p.Pair = sp.Pair{Table: make([]float64, 9)}
		}, "a table"},
		{expansion, potts3, node(3, no, no, no), "variable 1 has no label"},
		{expansion, potts3, strengths(math.MaxFloat64, math.MaxFloat64), "overflow"},
	} {
		p := test.fresh()
		test.bend(p)
		y := make([]int32, 3)
		for name, s := range test.solvers {
			errs := map[string]error{}
			_, errs["MAP"] = s.MAP(y, p)
			if c, ok := s.(sp.Clamper); ok {
				if _, err := c.Clamped(nil, 0, 0); err == nil {
					t.Errorf("%s: %s clamps after a failed MAP", test.want, name)
				}
			}
			if _, err := s.Marginals(new(sp.Marginals), p); len(test.solvers) > 1 {
				errs["Marginals"] = err
			} else if !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("marginals of %s: %v", name, err)
			}
			for query, err := range errs {
				if err == nil || !strings.Contains(err.Error(), test.want) ||
					!strings.HasPrefix(err.Error(), "oracle: "+name) {
					t.Errorf("%s of %s: error %v lacks %q", query, name, err, test.want)
				}
				unsuitable := strings.Contains(test.want, "is -0.5") || test.want == "a table"
				if name == "expansion" && errors.Is(err, errors.ErrUnsupported) != unsuitable {
					t.Errorf("%s of %s: error %v", query, name, err)
				}
			}
			score, err := s.MAP(y, test.fresh())
			if want := test.fresh().Score(y); err != nil || score != want || want != 11 && want != 3 {
				t.Errorf("%s after %q: %v (%v), want 11 or 3", name, test.want, score, err)
			}
		}
	}
}

// Forbidden pairs are outside the contract of sp, and still work.
func TestForbiddenPairs(t *testing.T) {
	p := three()
	p.Pair.Table[0], p.Pair.Table[3] = math.Inf(-1), math.Inf(-1)
	p.Node[1] = math.Inf(-1)
	for name, s := range map[string]solver{"chain": oracle.NewChain(), "tree": oracle.NewTree()} {
		y := make([]int32, 3)
		if score, err := s.MAP(y, p); err != nil || score != 7 || y[1] != 1 {
			t.Errorf("%s: %v at %v (%v), want 7 at [0 1 0]", name, score, y, err)
		}
		if logZ, err := s.Marginals(new(sp.Marginals), p); err != nil || logZ != 7 {
			t.Errorf("%s: log Z %v (%v), want 7", name, logZ, err)
		}
		if _, err := s.Clamped(y, 1, 0); !errors.Is(err, oracle.ErrForbidden) {
			t.Errorf("%s: clamping to the impossible: %v", name, err)
		}
	}
}

// An attractiveMap keeps a Potts strength non-negative.
type attractiveMap struct{ sp.FeatureMap }

func (attractiveMap) NonNegative() []int { return []int{0} }

func TestGraphs(t *testing.T) {
	instance := func(n int, edges ...sp.Edge) *sp.Instance {
		return &sp.Instance{ID: "g7", Weight: 1, K: 2, Node: sp.Rows{N: n}, Edges: edges}
	}
	loop := instance(4, []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 0, V: 2}}...)
	for _, test := range []struct {
		x    *sp.Instance
		k    int
		m    sp.FeatureMap
		want string
	}{
		{instance(3, sp.ChainEdges(3)...), 2, nil, "Chain"},
		{instance(3, sp.Edge{U: 1, V: 2}, sp.Edge{U: 0, V: 1}), 2, nil, "Tree"},
		{instance(4, sp.Edge{U: 0, V: 3}, sp.Edge{U: 1, V: 3}), 2, nil, "Tree"},
		{instance(4), 2, nil, "Tree"},
		{loop, 2, nil, "Binary"},
		{loop, 3, nil, "Elimination"},
		{loop, 300, attractiveMap{}, "Expansion"},
	} {
		test.x.K = test.k
		if s, err := oracle.New(test.x, test.m); err != nil || fmt.Sprintf("%T", s) != "*oracle."+
			test.want {
			t.Errorf("%v with %d labels gets a %T, want %s; %v", test.x.Edges, test.k, s, test.want,
				err)
		}
	}
	_, err := oracle.New(loop, nil)
	if !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "edge 3 (0–2) closes a cycle") ||
		!strings.Contains(err.Error(), `"g7"`) ||
		!strings.Contains(err.Error(), "width 2") {
		t.Errorf("a cycle of 300 labels: %v", err)
	}
	double := &sp.Potentials{K: 1, Node: []float64{0, 0},
		Edges: []sp.Edge{{U: 0, V: 1}, {U: 0, V: 1}}}
	s := oracle.NewTree()
	for range 2 { // the second time, too
		if _, err := s.MAP(make([]int32, 2), double); !errors.Is(err, errors.ErrUnsupported) ||
			!strings.Contains(err.Error(), "edge 1 (0–1)") {
			t.Errorf("a double edge: %v", err)
		}
	}
	if _, err := oracle.NewChain().Marginals(nil, double); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a Chain takes a double edge: %v", err)
	}
	twisted := &sp.Potentials{K: 1, Node: []float64{0, 0, 0},
		Edges: []sp.Edge{{U: 1, V: 2}, {U: 0, V: 1}}}
	if _, err := oracle.NewChain().Marginals(nil, twisted); !errors.Is(err,
		errors.ErrUnsupported) || !strings.Contains(err.Error(), "edge 0 joins 1 and 2") {
		t.Errorf("a Chain takes edges out of order: %v", err)
	}
}
