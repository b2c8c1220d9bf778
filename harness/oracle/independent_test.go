package oracle_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spbench/spbench/harness/feature"
	"github.com/spbench/spbench/harness/oracle"
	"github.com/spbench/spbench/harness/sp"
)

// wide returns an instance on a grid too wide for elimination, with the given map.
func wide(t *testing.T, k int, args string) (sp.Instance, sp.FeatureMap) {
	t.Helper()
	m := must(feature.New("linear", []byte(args), feature.Dims{K: k, Node: 2}))(t)
	x := sp.Instance{ID: "wide", Weight: 1, K: k, Gold: make([]int32, 1600),
		Edges: sp.GridEdges(40, 40)}
	x.Node = sp.Rows{N: 1600, D: 2}
	r := pcg(3, uint64(k))
	for range 3200 {
		x.Node.Dense = append(x.Node.Dense, float32(r.NormFloat64()))
	}
	return x, m
}

// Predictions from potentials without pair scores are exact on any graph. With pair scores, the
// same graph keeps its usual solver.
func TestUnderIndependentPotentials(t *testing.T) {
	for _, test := range []struct {
		k    int
		args string
		want string // error of MAP if New has no solver
	}{
		{2, `{"pairs": "potts"}`, ""}, {3, `{"pairs": "potts"}`, ""},
		{3, `{"pairs": "full"}`, "width"},
	} {
		x, m := wide(t, test.k, test.args)
		pool := oracle.NewPool(m, nil)
		w := make([]float64, m.Dim())
		w[0] = 1
		var p sp.Potentials
		m.Potentials(&p, w, &x)
		for range 2 {
			s := must(pool.Under(&x, &p))(t)
			if _, err := s.Marginals(nil, &p); err != nil {
				t.Errorf("%d labels, %s: %v", test.k, test.args, err)
			}
			if n, _ := pool.Approximate(); n > 0 {
				t.Errorf("%d labels, %s: %d instances count as approximate", test.k, test.args, n)
			}
		}
		w[len(w)-1] = 1
		m.Potentials(&p, w, &x)
		want, wantErr := oracle.New(&x, m)
		got := must(pool.Under(&x, &p))(t)
		_, err := got.MAP(make([]int32, x.N()), &p)
		if (err == nil) != (wantErr == nil) ||
			test.want != "" && (!errors.Is(err, errors.ErrUnsupported) ||
				!strings.Contains(err.Error(), test.want)) {
			t.Errorf("%d labels, %s: with pair scores %v, want %v", test.k, test.args, err, wantErr)
		}
		if _, independent := got.(*oracle.Independent); independent {
			t.Errorf("%d labels, %s: with pair scores %T, want %T", test.k, test.args, got, want)
		}
	}
	if _, err := oracle.NewIndependent().MAP(make([]int32, 2), &sp.Potentials{
		K: 2, Node: make([]float64, 4), Edges: sp.ChainEdges(2), Pair: sp.Pair{Potts: []float64{1}},
	}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("pair scores are ignored: %v", err)
	}
}
