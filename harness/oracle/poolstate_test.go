package oracle_test

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestPoolResumes: a pool resumed in another process draws the next noise and keeps the count of
// instances with inexact solvers.
func TestPoolResumes(t *testing.T) {
	m := must(feature.New("linear", nil, feature.Dims{K: 3, Node: 1}))(t)
	choice := must(oracle.Choose("gibbs", nil))(t)
	var p sp.Potentials
	x := sp.Instance{ID: "x", Weight: 1, K: 3, Edges: sp.ChainEdges(9), Gold: make([]int32, 9),
		Node: sp.Rows{N: 9, D: 1, Dense: make([]float32, 9)}}
	w := make([]float64, m.Dim())
	m.Potentials(&p, w, &x)
	sums := func(pool *oracle.Pool, calls int) (node []float64) {
		for range calls {
			s := must(pool.Get(&x))(t)
			var mu sp.Marginals
			must(s.Marginals(&mu, &p))(t)
			node = append(node, mu.Node...)
		}
		return node
	}
	whole, first, second := choice.Pool(m, 7, nil), choice.Pool(m, 7, nil), choice.Pool(m, 7, nil)
	want := sums(whole, 5)
	if first.Drew() || slices.Equal(want[:27], want[27:54]) {
		t.Fatal("no noise, or noise before the first call: this test shows little")
	}
	got := sums(first, 2)
	state, err := first.MarshalBinary()
	if err != nil || !first.Drew() {
		t.Fatal(err, first.Drew())
	}
	check(t, second.UnmarshalBinary(state))
	if n, algorithm := second.Approximate(); n != 1 || algorithm != "Gibbs sampling" {
		t.Errorf("%d instances by %q", n, algorithm)
	}
	if got = append(got, sums(second, 3)...); !slices.Equal(got, want) {
		t.Error("the noise differs from that of an uninterrupted pool")
	}
	if err := second.UnmarshalBinary(state[:len(state)/2]); err == nil {
		t.Error("half a state passes")
	}
}

// Calls without convergence of messages or probabilities are counted, also by a resumed pool. On a
// forest one pass suffices, and none is counted.
func TestNotConvergedCallsAreCounted(t *testing.T) {
	m := must(feature.New("linear", []byte(`{"pairs":"potts"}`), feature.Dims{K: 3, Node: 1}))(t)
	ring := sp.Instance{ID: "ring", Weight: 1, K: 3, Edges: []sp.Edge{{U: 0, V: 1}, {U: 1, V: 2},
		{U: 0, V: 2}}, Gold: make([]int32, 3),
		Node: sp.Rows{N: 3, D: 1, Dense: []float32{1, -2, 3}}}
	chain := ring
	chain.ID, chain.Edges = "chain", sp.ChainEdges(3)
	w := make([]float64, m.Dim())
	for i := range w {
		w[i] = 1 / float64(i+1)
	}
	for _, test := range []struct {
		name, args          string
		notConverged, calls uint64 // two calls on the ring and one on the chain
	}{
		{"lbp", `{"sweeps":1}`, 2, 2}, {"lbp", `{"sweeps":1000}`, 0, 2},
		{"trw", `{"sweeps":1}`, 2, 2},
		{"mean-field", `{"sweeps":1}`, 3, 3}, {"mean-field", `{"sweeps":1000}`, 0, 3},
		{"icm", `{"sweeps":1}`, 0, 0},
	} {
		pool := choose(t, test.name, test.args).Pool(m, 1, nil)
		for _, x := range []*sp.Instance{&ring, &ring, &chain} {
			var p sp.Potentials
			m.Potentials(&p, w, x)
			s := must(pool.Get(x))(t)
			must(s.MAP(make([]int32, 3), &p))(t)
			state := must(pool.MarshalBinary())(t)
			pool = choose(t, test.name, test.args).Pool(m, 1, nil)
			check(t, pool.UnmarshalBinary(state))
		}
		if notConverged, calls := pool.NotConverged(); notConverged != test.notConverged ||
			calls != test.calls {
			t.Errorf("%s %s: %d of %d did not converge, want %d of %d", test.name, test.args, notConverged,
				calls, test.notConverged, test.calls)
		}
	}
}
