package oracle_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// choose returns the oracle, or fails the test.
func choose(t testing.TB, name, args string) oracle.Choice {
	t.Helper()
	return must(oracle.Choose(name, []byte(args)))(t)
}

// solverOf returns a solver of a choice for potentials, through a pool.
func solverOf(t testing.TB, c oracle.Choice, p *sp.Potentials) sp.Solver {
	t.Helper()
	return must(c.Pool(nonNegative(t, p.K), 3,
		nil).Get(&sp.Instance{ID: "x", K: p.K, Edges: p.Edges, Node: sp.Rows{N: p.N(), D: 1}}))(t)
}

// nonNegative returns a map with strengths >= 0.
func nonNegative(t testing.TB, k int) sp.FeatureMap {
	t.Helper()
	return must(feature.New("linear", []byte(`{"pairs":"potts"}`), feature.Dims{K: k, Node: 1}))(t)
}

// The samples are a function of seed, instance and call number. Calls for other instances and the
// pool do not matter.
func TestGibbsIsAFunctionOfSeedInstanceAndCall(t *testing.T) {
	r := pcg(16, 3)
	p := mild(r, 1)
	m := nonNegative(t, p.K)
	x, other := sp.Instance{ID: "x", K: p.K, Edges: p.Edges, Node: sp.Rows{N: p.N(), D: 1}},
		sp.Instance{ID: "y", K: p.K, Edges: p.Edges, Node: sp.Rows{N: p.N(), D: 1}}
	draw := func(pool *oracle.Pool, x *sp.Instance) []float64 {
		s := must(pool.Get(x))(t)
		var mu sp.Marginals
		must(s.Marginals(&mu, p))(t)
		return mu.Node
	}
	c := choose(t, "gibbs", `{"sweeps":50}`)
	one := c.Pool(m, 1, nil)
	first, second := draw(one, &x), draw(one, &x)
	two := c.Pool(m, 1, nil)
	draw(two, &other)
	again := draw(two, &x)
	beside := draw(two.Beside(nil), &x)
	saved := must(one.MarshalBinary())(t)
	later := c.Pool(m, 1, nil)
	check(t, later.UnmarshalBinary(saved))
	if !slices.Equal(draw(one, &x), draw(later, &x)) {
		t.Error("a resumed pool draws different samples")
	}
	switch {
	case !slices.Equal(first, again) || !slices.Equal(second, beside):
		t.Error("the same calls draw something else")
	case slices.Equal(first, second) || slices.Equal(first, draw(c.Pool(m, 2, nil), &x)) ||
		slices.Equal(first, draw(c.Pool(m, 1, nil), &other)):
		t.Error("a different call, seed or instance draws the same")
	}
}

// If there is nothing to approximate, every oracle is exact and reports it.
func TestNothingToApproximate(t *testing.T) {
	c := choose(t, "icm", "")
	apart := must(feature.New("linear", []byte(`{"pairs":"none"}`), feature.Dims{K: 3, Node: 1}))(t)
	list := []sp.Instance{{ID: "chain", K: 3, Edges: sp.ChainEdges(4), Node: sp.Rows{N: 4, D: 1}},
		{ID: "loose", K: 3, Node: sp.Rows{N: 4, D: 1}}}
	for _, q := range []struct {
		m           sp.FeatureMap
		x           *sp.Instance
		approximate bool
	}{{nonNegative(t, 3), &list[0], true}, {nonNegative(t, 3), &list[1], false},
		{apart, &list[0], false}} {
		s := must(c.Pool(q.m, 1, nil).Get(q.x))(t)
		if _, is := s.(sp.Approximator); is != q.approximate {
			t.Errorf("%s: approximate %v, want %v", q.x.ID, is, q.approximate)
		}
		if err := c.Summable([]sp.Instance{*q.x}, q.m); (err != nil) != q.approximate ||
			err != nil && !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", q.x.ID, err)
		}
	}
	wide := sp.Instance{ID: "wide", K: 3, Edges: sp.GridEdges(14, 14), Node: sp.Rows{N: 196, D: 1}}
	for _, q := range []struct {
		c    oracle.Choice
		m    sp.FeatureMap
		x    sp.Instance
		want bool
	}{
		{c, nonNegative(t, 3), list[0], true}, {c, nonNegative(t, 3), list[1], false},
		{c, apart, list[0], false},
		{oracle.Choice{}, nonNegative(t, 3), list[0], false},
		{oracle.Choice{}, nonNegative(t, 3), wide, true}, {oracle.Choice{}, apart, wide, false},
	} {
		if got := q.c.Approximates([]sp.Instance{list[1], q.x}, q.m); got != q.want {
			t.Errorf("oracle %q approximates %s: %v, want %v", q.c.Name, q.x.ID, got, q.want)
		}
	}
	if s, err := (oracle.Choice{}).Pool(apart, 1, nil).Get(&list[0]); err != nil ||
		fmt.Sprintf("%T", s) != "*oracle.Chain" {
		t.Errorf("the exact oracle of a chain is %T; %v", s, err)
	}
}

// Errors: unknown oracles, unknown arguments, expansion without nonnegative strengths, and scores
// like NaN.
func TestChoicesThatDoNotDo(t *testing.T) {
	for _, q := range [][3]string{
		{"lpb", "", `unknown oracle "lpb": did you mean "lbp"?`},
		{"lbp", `{"sweps":3}`, `did you mean "sweeps"?`},
		{"lbp", `{"damping":1}`, "damping"},
		{"exact", `{"sweeps":3}`, "sweeps"},
		{"icm", `{"sweeps":0}`, "sweeps"},
	} {
		if _, err := oracle.Choose(q[0], []byte(q[1])); err == nil ||
			!strings.Contains(err.Error(), q[2]) {
			t.Errorf("%s %s: %v", q[0], q[1], err)
		}
	}
	full := must(feature.New("linear", nil, feature.Dims{K: 2, Node: 1}))(t)
	x := sp.Instance{ID: "x", K: 2, Edges: sp.ChainEdges(2), Node: sp.Rows{N: 2, D: 1}}
	s := must(choose(t, "expansion", "").Pool(full, 1, nil).Get(&x))(t)
	p := &sp.Potentials{K: 2, Node: make([]float64, 4), Edges: x.Edges,
		Pair: sp.Pair{Table: make([]float64, 4)}}
	if _, err := s.MAP(make([]int32, 2), p); !errors.Is(err, errors.ErrUnsupported) ||
		!strings.Contains(err.Error(), "nonnegative: true") {
		t.Errorf("expansion without strengths: %v", err)
	}
	for _, k := range oracle.Kinds()[1:] {
		if k.Name == "expansion" {
			continue // tested on its own
		}
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			p.Node[2], p.Node[3] = bad, bad
			_, err := solverOf(t, choose(t, k.Name, ""), p).MAP(make([]int32, 2), p)
			if forbidden := math.IsInf(bad, -1); err == nil ||
				errors.Is(err, oracle.ErrForbidden) != forbidden ||
				!strings.Contains(err.Error(), "variable 1") {
				t.Errorf("%s: node scores %v: %v", k.Name, bad, err)
			}
		}
	}
}
