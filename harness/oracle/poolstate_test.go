package oracle_test

import (
	"slices"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// TestPoolGoesOn: a pool in another process draws the noise that would have come next, and remembers for how many
// instances solvers were not exact.
func TestPoolGoesOn(t *testing.T) {
	m, err := feature.New("linear", nil, feature.Dims{K: 3, Node: 1})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := oracle.Choose("gibbs", nil)
	if err != nil {
		t.Fatal(err)
	}
	var p sp.Potentials
	x := sp.Instance{ID: "x", Weight: 1, K: 3, Edges: sp.ChainEdges(9), Gold: make([]int32, 9), Node: sp.Rows{N: 9, D: 1, Dense: make([]float32, 9)}}
	w := make([]float64, m.Dim())
	m.Potentials(&p, w, &x)
	sums := func(pool *oracle.Pool, calls int) (node []float64) {
		for range calls {
			s, err := pool.Get(&x)
			if err != nil {
				t.Fatal(err)
			}
			var mu sp.Marginals
			if _, err := s.Marginals(&mu, &p); err != nil {
				t.Fatal(err)
			}
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
	if err := second.UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	if n, algorithm := second.Approximate(); n != 1 || algorithm != "Gibbs sampling" {
		t.Errorf("%d instances by %q", n, algorithm)
	}
	if got = append(got, sums(second, 3)...); !slices.Equal(got, want) {
		t.Error("the noise is another one than that of a pool that was left alone")
	}
	if err := second.UnmarshalBinary(state[:len(state)/2]); err == nil {
		t.Error("half a state passes")
	}
}
