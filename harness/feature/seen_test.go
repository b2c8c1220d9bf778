package feature_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/sp"
)

// TestSeen: exactly the weights of features and labels that occur together are there, and those of
// all that is not sparse.
func TestSeen(t *testing.T) {
	x := sp.Instance{ID: "x", K: 2, Edges: sp.ChainEdges(3), Gold: []int32{0, 1, sp.Unknown},
		Node: sp.Rows{N: 3, D: 4, Start: []int32{0, 1, 3, 4}, Index: []int32{0, 0, 3, 2}},
		Edge: sp.Rows{N: 2, D: 2, Start: []int32{0, 1, 2}, Index: []int32{1, 0}},
	}
	plain := x
	plain.Edge = sp.Rows{}
	for _, c := range []struct {
		args string
		x    sp.Instance
		want []int32
	}{
		{`{"seen":true}`, x, []int32{0, 1, 7, 8 + 4 + 1}},
		{`{"seen":true}`, plain, []int32{0, 1, 7, 8, 9, 10, 11}},
		{`{"seen":true,"reference":true}`, plain, []int32{0, 3, 4, 5, 6, 7}},
		{`{"seen":true,"pairs":"potts"}`, x, []int32{0, 1, 7, 8, 9}},
		{`{"seen":true,"pairs":"none"}`, x, []int32{0, 1, 7}},
		{`{}`, x, nil},
	} {
		full, err := feature.New("linear", []byte(c.args), feature.DimsOf(&c.x))
		if err != nil {
			t.Fatal(err)
		}
		seen := feature.Seen(full, []sp.Instance{c.x})
		if !slices.Equal(seen, c.want) || (seen == nil) != (c.want == nil) {
			t.Errorf("%s: %v, want %v", c.args, seen, c.want)
		}
		m, err := feature.NewSeen("linear", []byte(c.args), feature.DimsOf(&c.x), seen)
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range seen {
			have, want := m.(*feature.Linear).Weight(i), full.(*feature.Linear).Weight(int(at))
			if have != want {
				t.Errorf("%s: weight %d is %+v, want %+v", c.args, i, have, want)
			}
		}
	}
}

func TestSeenRefusesOtherWeights(t *testing.T) {
	for want, seen := range map[string][]int32{
		"weight 1 of the weights seen is out of order":             {0, 1, 1},
		"weight 8 of the weights seen is out of order, or not bel": {0, 8},
		"weight -1 of the weights seen":                            {-1},
		"weights of edges or factors are missing":                  {0, 4, 5},
	} {
		_, err := feature.NewSeen("linear", []byte(`{"seen":true}`), feature.Dims{K: 2, Node: 2}, seen)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v does not say %q", seen, err, want)
		}
	}
}

// seenTagging is tagging with one or two labels for each feature.
func seenTagging(tb testing.TB) (sp.FeatureMap, *sp.Instance, []float64, *sp.Marginals) {
	r := pcg(2, 2)
	x := sentence(r, 20, 13, 1000, 9)
	for d := range x.Gold {
		x.Gold[d] = r.Int32N(9)
	}
	dims := feature.Dims{K: 9, Node: 1000}
	full, err := feature.New("linear", []byte(`{"seen":true}`), dims)
	if err != nil {
		tb.Fatal(err)
	}
	seen := feature.Seen(full, []sp.Instance{*x})
	m, err := feature.NewSeen("linear", []byte(`{"seen":true}`), dims, seen)
	if err != nil {
		tb.Fatal(err)
	}
	return m, x, normal(r, m.Dim()), &sp.Marginals{Node: normal(r, 20*9), Pair: normal(r, 19*81)}
}
